ALTER TABLE "session" ADD COLUMN "token_before" text;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_token_before_unique" UNIQUE("token_before");