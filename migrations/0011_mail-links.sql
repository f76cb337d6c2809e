CREATE TABLE "mail_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_link_token_unique" UNIQUE("token_hash"),
	CONSTRAINT "mail_link_purpose_known" CHECK ("mail_link"."purpose" in ('unlock', 'stop'))
);
--> statement-breakpoint
CREATE INDEX "mail_link_expiry" ON "mail_link" USING btree ("expires_at");