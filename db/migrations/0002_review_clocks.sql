-- Whoever opens, closes, reopens a review with a deadline or moves it: the clock of the review is owed a message.
CREATE FUNCTION "countersign"."owe_clock"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO countersign.outbox (tenant, topic, run, review) VALUES (NEW.tenant, 'clock', NEW.run, NEW.id);
  PERFORM pg_notify('countersign_outbox', '');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reviews_opened_with_deadline" AFTER INSERT ON "countersign"."reviews" FOR EACH ROW
  WHEN (NEW.due_at IS NOT NULL AND NEW.status = 'open')
  EXECUTE FUNCTION "countersign"."owe_clock"();--> statement-breakpoint
CREATE TRIGGER "reviews_deadline_changed" AFTER UPDATE OF "due_at", "status" ON "countersign"."reviews" FOR EACH ROW
  WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at OR (NEW.due_at IS NOT NULL AND OLD.status IS DISTINCT FROM NEW.status))
  EXECUTE FUNCTION "countersign"."owe_clock"();
