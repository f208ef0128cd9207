CREATE TABLE "countersign"."edits" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"run" text NOT NULL,
	"checkpoint" text NOT NULL,
	"namespace" text DEFAULT '' NOT NULL,
	"values" jsonb NOT NULL,
	"as_node" text,
	"reason" text,
	"by" text NOT NULL,
	"client_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"made" text
);
--> statement-breakpoint
CREATE TABLE "countersign"."recorded_effects" (
	"tenant" text NOT NULL,
	"run" text NOT NULL,
	"task" text NOT NULL,
	"node" text NOT NULL,
	"name" text NOT NULL,
	"ordinal" integer NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recorded_effects_run_task_ordinal_pk" PRIMARY KEY("run","task","ordinal")
);
--> statement-breakpoint
CREATE TABLE "countersign"."retention_policies" (
	"tenant" text NOT NULL,
	"graph" text NOT NULL,
	"days" integer NOT NULL,
	"keep" text NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_policies_tenant_graph_pk" PRIMARY KEY("tenant","graph")
);
--> statement-breakpoint
CREATE TABLE "countersign"."retention_sweeps" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"by" text NOT NULL,
	"runs" integer NOT NULL,
	"checkpoints" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."stalls" (
	"tenant" text NOT NULL,
	"run" text NOT NULL,
	"reason" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stalls_run_pk" PRIMARY KEY("run")
);
--> statement-breakpoint
ALTER TABLE "countersign"."batches" ADD COLUMN "value" jsonb;--> statement-breakpoint
ALTER TABLE "countersign"."batches" ADD COLUMN "node" text;--> statement-breakpoint
ALTER TABLE "countersign"."documents" ADD COLUMN "hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."graphs" ADD COLUMN "state_schema" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."graphs" ADD COLUMN "migrates_from" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "root" text;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "fork" jsonb;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "sandbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "bulk" text;--> statement-breakpoint
ALTER TABLE "countersign"."runs" ADD COLUMN "hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."edits" ADD CONSTRAINT "edits_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "countersign"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."recorded_effects" ADD CONSTRAINT "recorded_effects_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "countersign"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."stalls" ADD CONSTRAINT "stalls_run_runs_id_fk" FOREIGN KEY ("run") REFERENCES "countersign"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "edits_client_key" ON "countersign"."edits" USING btree ("tenant","client_key");--> statement-breakpoint
CREATE INDEX "edits_by_run" ON "countersign"."edits" USING btree ("run","checkpoint");--> statement-breakpoint
CREATE INDEX "edits_pending" ON "countersign"."edits" USING btree ("run") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "retention_sweeps_by_age" ON "countersign"."retention_sweeps" USING btree ("tenant","at");--> statement-breakpoint
CREATE INDEX "stalls_by_tenant" ON "countersign"."stalls" USING btree ("tenant","since");--> statement-breakpoint
CREATE INDEX "runs_by_root" ON "countersign"."runs" USING btree ("tenant","root","created_at") WHERE root is not null;--> statement-breakpoint
CREATE INDEX "runs_by_parent" ON "countersign"."runs" USING btree ("tenant","parent_run") WHERE parent_run is not null;--> statement-breakpoint
CREATE INDEX "runs_by_bulk" ON "countersign"."runs" USING btree ("tenant","bulk","created_at") WHERE bulk is not null;--> statement-breakpoint
CREATE INDEX "runs_ended" ON "countersign"."runs" USING btree ("tenant","graph","finished_at") WHERE finished_at is not null;