ALTER TABLE "countersign"."chunks" ADD COLUMN "kind" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."chunks" ADD COLUMN "context" text;--> statement-breakpoint
ALTER TABLE "countersign"."document_pages" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "partial" text;