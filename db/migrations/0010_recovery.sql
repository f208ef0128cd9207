CREATE TABLE "countersign"."workers" (
	"id" text PRIMARY KEY NOT NULL,
	"queues" text[] NOT NULL,
	"graphs" text[] NOT NULL,
	"clock_ms" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "graph" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "incident_group" text;--> statement-breakpoint
ALTER TABLE "countersign"."graphs" ADD COLUMN "queues" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "workers_by_seen" ON "countersign"."workers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "reviews_open_graph" ON "countersign"."reviews" USING btree ("tenant","graph","node","opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_code" ON "countersign"."reviews" USING btree ("tenant","code","opened_at","id") WHERE status = 'open' and code is not null;--> statement-breakpoint
CREATE INDEX "reviews_open_group" ON "countersign"."reviews" USING btree ("tenant","incident_group","opened_at","id") WHERE status = 'open' and incident_group is not null;--> statement-breakpoint
CREATE INDEX "runs_running" ON "countersign"."runs" USING btree ("id") WHERE status = 'running';--> statement-breakpoint
-- What a message says without what differs each time: words that hold a digit (numbers, paths, addresses) and ids.
CREATE FUNCTION "countersign"."without_numbers"(message text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(left(message, 500), '\m[a-z]{1,4}_[0-9A-Za-z]{20}\M|[[:alnum:]_.:/@+-]*[0-9][[:alnum:]_.:/@+-]*', '#', 'g')
$$;--> statement-breakpoint
CREATE FUNCTION "countersign"."describe_review"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE known text;
BEGIN
  SELECT r.graph, r.version INTO NEW.graph, known FROM countersign.runs r WHERE r.id = NEW.run;
  NEW.graph := coalesce(NEW.graph, '');
  NEW.code := NULL;
  NEW.incident_group := NULL;
  IF NEW.kind = 'incident' THEN
    NEW.code := NEW.request #>> '{proposal,code}';
    NEW.incident_group := md5(concat_ws(chr(31), NEW.graph, known, NEW.node, coalesce(NEW.code, ''),
      countersign.without_numbers(coalesce(NEW.request #>> '{proposal,message}', ''))));
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
-- What there is already: the trigger below looks at each of them once.
CREATE TRIGGER "reviews_described" BEFORE INSERT OR UPDATE OF "kind", "request" ON "countersign"."reviews" FOR EACH ROW
  EXECUTE FUNCTION "countersign"."describe_review"();--> statement-breakpoint
UPDATE "countersign"."reviews" SET kind = kind WHERE graph = '';
