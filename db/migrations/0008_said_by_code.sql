ALTER TABLE "countersign"."batch_items" ADD COLUMN "odd_says" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "countersign"."batch_items" ADD COLUMN "says" jsonb;--> statement-breakpoint
ALTER TABLE "countersign"."sessions" ADD COLUMN "id_token" text;--> statement-breakpoint
ALTER TABLE "countersign"."reviews" ADD COLUMN "title_says" jsonb;