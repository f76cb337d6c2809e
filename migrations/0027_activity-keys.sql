-- Compatible: the previous release runs on it, without storing keys.
ALTER TABLE "activity" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "key_name" text;--> statement-breakpoint
CREATE INDEX "activity_key" ON "activity" USING btree ("key_id","at","id") WHERE "activity"."key_id" is not null;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_key_given" CHECK (num_nulls("activity"."key_id", "activity"."key_name") <> 1);