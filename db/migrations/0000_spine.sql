CREATE SCHEMA "countersign";
--> statement-breakpoint
CREATE TABLE "countersign"."chunks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"index_name" text DEFAULT 'default' NOT NULL,
	"document" text NOT NULL,
	"ordinal" integer NOT NULL,
	"text" text NOT NULL,
	"heading" text,
	"page" integer,
	"span_start" integer NOT NULL,
	"span_end" integer NOT NULL,
	"terms" text NOT NULL,
	"embedding" vector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."document_pages" (
	"tenant" text NOT NULL,
	"document" text NOT NULL,
	"hash" text NOT NULL,
	"page" integer NOT NULL,
	"width" real NOT NULL,
	"height" real NOT NULL,
	"image" text,
	"image_type" text,
	"text" text NOT NULL,
	"lines" jsonb NOT NULL,
	CONSTRAINT "document_pages_document_hash_page_pk" PRIMARY KEY("document","hash","page")
);
--> statement-breakpoint
CREATE TABLE "countersign"."document_sources" (
	"tenant" text NOT NULL,
	"uri" text NOT NULL,
	"document" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_sources_tenant_uri_pk" PRIMARY KEY("tenant","uri")
);
--> statement-breakpoint
CREATE TABLE "countersign"."documents" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	"run" text,
	"document_type" text,
	"language" text,
	"pages" integer,
	"extraction" jsonb,
	"vetted" text DEFAULT 'none' NOT NULL,
	"indexed_hash" text,
	"indexed_run" text,
	"indexed_effect" text,
	"indexed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."files" (
	"tenant" text NOT NULL,
	"hash" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_tenant_hash_pk" PRIMARY KEY("tenant","hash")
);
--> statement-breakpoint
CREATE TABLE "countersign"."indexes" (
	"tenant" text NOT NULL,
	"name" text NOT NULL,
	"model" text NOT NULL,
	"dimension" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "indexes_tenant_name_pk" PRIMARY KEY("tenant","name")
);
--> statement-breakpoint
CREATE TABLE "countersign"."audit" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"event" text NOT NULL,
	"run" text,
	"review" text,
	"document" text,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"review" text NOT NULL,
	"verb" text NOT NULL,
	"value" jsonb,
	"reason" text,
	"node" text,
	"by" text NOT NULL,
	"client_key" text,
	"shown_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "countersign"."outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"topic" text NOT NULL,
	"run" text NOT NULL,
	"review" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "countersign"."reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"run" text NOT NULL,
	"checkpoint" text NOT NULL,
	"task" text NOT NULL,
	"node" text NOT NULL,
	"interrupt" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"title" text NOT NULL,
	"reason" text NOT NULL,
	"request" jsonb NOT NULL,
	"shown_hash" text NOT NULL,
	"document" text,
	"document_type" text,
	"confidence" real,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"verb" text
);
--> statement-breakpoint
CREATE TABLE "countersign"."attempts" (
	"tenant" text NOT NULL,
	"run" text NOT NULL,
	"checkpoint" text NOT NULL,
	"task" text NOT NULL,
	"fence" integer NOT NULL,
	"token" text NOT NULL,
	"node" text NOT NULL,
	"step" integer NOT NULL,
	"activity" text NOT NULL,
	"activity_attempt" integer NOT NULL,
	"worker" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"error" jsonb,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "attempts_run_checkpoint_task_fence_pk" PRIMARY KEY("run","checkpoint","task","fence")
);
--> statement-breakpoint
CREATE TABLE "countersign"."graphs" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"drawing" jsonb NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "graphs_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE TABLE "countersign"."runs" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"graph" text NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"input" jsonb NOT NULL,
	"checkpoint" text,
	"step" integer DEFAULT -2 NOT NULL,
	"next" text[] DEFAULT '{}'::text[] NOT NULL,
	"document" text,
	"parent_run" text,
	"parent_checkpoint" text,
	"error" jsonb,
	"created_by" text NOT NULL,
	"client_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "countersign"."chunks" ADD CONSTRAINT "chunks_document_documents_id_fk" FOREIGN KEY ("document") REFERENCES "countersign"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."document_pages" ADD CONSTRAINT "document_pages_document_documents_id_fk" FOREIGN KEY ("document") REFERENCES "countersign"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."document_sources" ADD CONSTRAINT "document_sources_document_documents_id_fk" FOREIGN KEY ("document") REFERENCES "countersign"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."decisions" ADD CONSTRAINT "decisions_review_reviews_id_fk" FOREIGN KEY ("review") REFERENCES "countersign"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD CONSTRAINT "reviews_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "countersign"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."attempts" ADD CONSTRAINT "attempts_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "countersign"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chunks_of_document" ON "countersign"."chunks" USING btree ("document","ordinal");--> statement-breakpoint
CREATE INDEX "chunks_by_tenant" ON "countersign"."chunks" USING btree ("tenant","index_name");--> statement-breakpoint
CREATE INDEX "chunks_terms" ON "countersign"."chunks" USING gin (to_tsvector('simple', "terms"));--> statement-breakpoint
CREATE INDEX "sources_by_document" ON "countersign"."document_sources" USING btree ("tenant","document");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_hash" ON "countersign"."documents" USING btree ("tenant","hash");--> statement-breakpoint
CREATE INDEX "documents_by_age" ON "countersign"."documents" USING btree ("tenant","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "audit_by_run" ON "countersign"."audit" USING btree ("tenant","run","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_one_per_review" ON "countersign"."decisions" USING btree ("review");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_client_key" ON "countersign"."decisions" USING btree ("tenant","client_key");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "countersign"."outbox" USING btree ("next_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "outbox_by_run" ON "countersign"."outbox" USING btree ("run");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_interrupt" ON "countersign"."reviews" USING btree ("run","checkpoint","task","interrupt");--> statement-breakpoint
CREATE INDEX "reviews_open" ON "countersign"."reviews" USING btree ("tenant","opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_open_kind" ON "countersign"."reviews" USING btree ("tenant","kind","opened_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "reviews_by_run" ON "countersign"."reviews" USING btree ("tenant","run");--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "countersign"."runs" USING btree ("tenant","status","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_age" ON "countersign"."runs" USING btree ("tenant","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_document" ON "countersign"."runs" USING btree ("tenant","document");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_client_key" ON "countersign"."runs" USING btree ("tenant","client_key");