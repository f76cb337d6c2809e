-- Compatible: the previous release inserts without an id, and deletes by whatever id a row has.
ALTER TABLE "pending_notification" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "pending_notification" ALTER COLUMN "id" SET DATA TYPE uuid USING gen_random_uuid();
--> statement-breakpoint
ALTER TABLE "pending_notification" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();
