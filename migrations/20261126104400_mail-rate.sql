-- Compatible: the previous release runs on it, and sends mails without regard to the rate.
CREATE TABLE "mail_rate" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"busy_until" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_rate_one_row" CHECK ("mail_rate"."id")
);
--> statement-breakpoint
CREATE INDEX "mail_queue_expiry" ON "mail_queue" USING btree ("expires_at");
