CREATE TABLE "countersign"."batch_items" (
	"tenant" text NOT NULL,
	"batch" text NOT NULL,
	"review" text NOT NULL,
	"ordinal" integer NOT NULL,
	"shown_hash" text NOT NULL,
	"odd" text[] DEFAULT '{}'::text[] NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"code" text,
	"message" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "batch_items_batch_review_pk" PRIMARY KEY("batch","review")
);
--> statement-breakpoint
CREATE TABLE "countersign"."batches" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"created_by" text NOT NULL,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"verb" text NOT NULL,
	"reason" text,
	"filter" jsonb,
	"status" text DEFAULT 'preview' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "countersign"."deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"entry" bigint NOT NULL,
	"event" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"run" text,
	"review" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "countersign"."review_policies" (
	"tenant" text NOT NULL,
	"scope" text NOT NULL,
	"policy" jsonb NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_policies_tenant_scope_pk" PRIMARY KEY("tenant","scope")
);
--> statement-breakpoint
CREATE TABLE "countersign"."saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."sessions" (
	"tenant" text NOT NULL,
	"hash" text NOT NULL,
	"user" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_tenant_hash_pk" PRIMARY KEY("tenant","hash")
);
--> statement-breakpoint
CREATE TABLE "countersign"."sign_in_failures" (
	"tenant" text NOT NULL,
	"user" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"user" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "countersign"."users" (
	"tenant" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"password_hash" text,
	"issuer" text,
	"subject" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "users_tenant_id_pk" PRIMARY KEY("tenant","id")
);
--> statement-breakpoint
CREATE TABLE "countersign"."comments" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"review" text NOT NULL,
	"author" text NOT NULL,
	"body" text NOT NULL,
	"mentions" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countersign"."shown" (
	"tenant" text NOT NULL,
	"hash" text NOT NULL,
	"request" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shown_tenant_hash_pk" PRIMARY KEY("tenant","hash")
);
--> statement-breakpoint
CREATE TABLE "countersign"."votes" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"review" text NOT NULL,
	"round" integer NOT NULL,
	"verb" text NOT NULL,
	"value" jsonb,
	"reason" text,
	"node" text,
	"by" text NOT NULL,
	"client_key" text,
	"shown_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "countersign"."decisions_one_per_review";--> statement-breakpoint
ALTER TABLE "countersign"."audit" ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "countersign"."audit" ADD COLUMN "mac" text;--> statement-breakpoint
ALTER TABLE "countersign"."decisions" ADD COLUMN "by_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."decisions" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "doubts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "policy" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "roles" text[] DEFAULT '{reviewer,approver}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "users" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "excluded" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "quorum" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "claimed_by" text;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "deadline_steps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."batch_items" ADD CONSTRAINT "batch_items_batch_batches_id_fk" FOREIGN KEY ("batch") REFERENCES "countersign"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."comments" ADD CONSTRAINT "comments_review_reviews_id_fk" FOREIGN KEY ("review") REFERENCES "countersign"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countersign"."votes" ADD CONSTRAINT "votes_review_reviews_id_fk" FOREIGN KEY ("review") REFERENCES "countersign"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_items_by_status" ON "countersign"."batch_items" USING btree ("batch","status","ordinal");--> statement-breakpoint
CREATE INDEX "batches_by_age" ON "countersign"."batches" USING btree ("tenant","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "countersign"."deliveries" USING btree ("tenant","entry","channel","recipient");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "countersign"."deliveries" USING btree ("next_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_by_status" ON "countersign"."deliveries" USING btree ("tenant","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "countersign"."saved_views" USING btree ("tenant","owner","name");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "countersign"."sessions" USING btree ("tenant","user");--> statement-breakpoint
CREATE INDEX "sign_in_failures_of_user" ON "countersign"."sign_in_failures" USING btree ("tenant","user","at");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash" ON "countersign"."tokens" USING btree ("tenant","hash");--> statement-breakpoint
CREATE INDEX "tokens_of_user" ON "countersign"."tokens" USING btree ("tenant","user");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "countersign"."users" USING btree ("tenant","email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_subject" ON "countersign"."users" USING btree ("tenant","issuer","subject");--> statement-breakpoint
CREATE INDEX "comments_of_review" ON "countersign"."comments" USING btree ("tenant","review","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "votes_one_per_person" ON "countersign"."votes" USING btree ("review","round","by");--> statement-breakpoint
CREATE UNIQUE INDEX "votes_client_key" ON "countersign"."votes" USING btree ("tenant","client_key");--> statement-breakpoint
CREATE INDEX "audit_by_review" ON "countersign"."audit" USING btree ("tenant","review","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_by_position" ON "countersign"."audit" USING btree ("tenant","position");--> statement-breakpoint
CREATE INDEX "audit_unsealed" ON "countersign"."audit" USING btree ("seq") WHERE mac is null;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_one_per_review" ON "countersign"."decisions" USING btree ("review") WHERE withdrawn_at is null;