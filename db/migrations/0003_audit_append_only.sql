CREATE INDEX "audit_by_age" ON "countersign"."audit" USING btree ("tenant","seq");--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "countersign"."audit" USING btree ("tenant","actor","seq");--> statement-breakpoint
CREATE INDEX "audit_by_event" ON "countersign"."audit" USING btree ("tenant","event","seq");--> statement-breakpoint
-- What was recorded stays as it was recorded; once, an entry without a seal gets its position and its seal.
CREATE FUNCTION "countersign"."keep_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.position IS NULL AND OLD.mac IS NULL AND NEW.position IS NOT NULL AND NEW.mac IS NOT NULL
      AND (NEW.seq, NEW.tenant, NEW.at, NEW.actor, NEW.event, NEW.data) = (OLD.seq, OLD.tenant, OLD.at, OLD.actor, OLD.event, OLD.data)
      AND NEW.run IS NOT DISTINCT FROM OLD.run AND NEW.review IS NOT DISTINCT FROM OLD.review
      AND NEW.document IS NOT DISTINCT FROM OLD.document
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only: % of countersign.audit is refused.', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_kept" BEFORE UPDATE OR DELETE ON "countersign"."audit" FOR EACH ROW EXECUTE FUNCTION "countersign"."keep_audit"();--> statement-breakpoint
CREATE TRIGGER "audit_kept_whole" BEFORE TRUNCATE ON "countersign"."audit" FOR EACH STATEMENT EXECUTE FUNCTION "countersign"."keep_audit"();--> statement-breakpoint
CREATE TRIGGER "audit_unsealed_at_first" BEFORE INSERT ON "countersign"."audit" FOR EACH ROW
  WHEN (NEW.position IS NOT NULL OR NEW.mac IS NOT NULL)
  EXECUTE FUNCTION "countersign"."keep_audit"();--> statement-breakpoint
ALTER TABLE "countersign"."audit" ENABLE ALWAYS TRIGGER "audit_kept";--> statement-breakpoint
ALTER TABLE "countersign"."audit" ENABLE ALWAYS TRIGGER "audit_kept_whole";--> statement-breakpoint
ALTER TABLE "countersign"."audit" ENABLE ALWAYS TRIGGER "audit_unsealed_at_first";
