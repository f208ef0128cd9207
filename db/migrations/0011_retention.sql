CREATE TABLE "countersign"."file_removals" (
	"tenant" text NOT NULL,
	"hash" text NOT NULL,
	"document" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_removals_tenant_hash_pk" PRIMARY KEY("tenant","hash")
);
--> statement-breakpoint
CREATE TABLE "countersign"."run_files" (
	"tenant" text NOT NULL,
	"run" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "run_files_run_hash_pk" PRIMARY KEY("run","hash")
);
--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "thinned" text;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "thinned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "countersign"."retention_sweeps" ADD COLUMN "touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."retention_sweeps" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "countersign"."run_files" ADD CONSTRAINT "run_files_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "countersign"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_removals_due" ON "countersign"."file_removals" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "run_files_by_hash" ON "countersign"."run_files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "pages_by_image" ON "countersign"."document_pages" USING btree ("tenant","image") WHERE image is not null;