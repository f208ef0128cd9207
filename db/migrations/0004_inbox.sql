ALTER TABLE "countersign"."reviews" ADD COLUMN "rank" integer GENERATED ALWAYS AS (-priority) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "reviews_open_type" ON "countersign"."reviews" USING btree ("tenant","document_type","opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_rank" ON "countersign"."reviews" USING btree ("tenant","rank","opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_due" ON "countersign"."reviews" USING btree ("tenant",(case when due_at is null then 'infinity'::timestamptz else due_at end),"opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_confidence" ON "countersign"."reviews" USING btree ("tenant",(case when confidence is null then 2::real else confidence end),"opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_claimed" ON "countersign"."reviews" USING btree ("tenant","claimed_by","opened_at","id") WHERE status = 'open' and claimed_by is not null;--> statement-breakpoint
CREATE INDEX "reviews_open_assigned" ON "countersign"."reviews" USING btree ("tenant","assignee","opened_at","id") WHERE status = 'open' and assignee is not null;--> statement-breakpoint
CREATE INDEX "reviews_open_counts" ON "countersign"."reviews" USING btree ("tenant","kind","document_type") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_title" ON "countersign"."reviews" USING gin (title gin_trgm_ops) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_closed" ON "countersign"."reviews" USING btree ("tenant","opened_at","id") WHERE status <> 'open';--> statement-breakpoint
-- Row-level security keeps ILIKE from using an index, because it might leak what it compares. This function looks in the index as the
-- owner and for the connection's tenant alone. NULL: not a connection of this tenant, so nothing can be said.
CREATE FUNCTION "countersign"."open_reviews_titled"(wanted text, pattern text, most integer) RETURNS text[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE found text[];
BEGIN
  IF wanted IS DISTINCT FROM current_setting('countersign.tenant', true) THEN RETURN NULL; END IF;
  -- Planned anew for each pattern: how rare its letters are decides where to look.
  EXECUTE 'select coalesce(array_agg(id), ''{}'') from (
    select id from countersign.reviews where tenant = $1 and status = ''open'' and title ilike $2 limit $3) few'
    INTO found USING wanted, pattern, most;
  RETURN found;
END
$$;
--> statement-breakpoint
-- A request is some kilobytes that lists never read: kept apart, a row of the list is a tenth of it.
ALTER TABLE "countersign"."reviews" SET (toast_tuple_target = 768);
