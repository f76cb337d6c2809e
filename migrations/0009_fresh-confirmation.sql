ALTER TABLE "sign_in_code" DROP CONSTRAINT "sign_in_code_purpose_known";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "passkey_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_purpose_known" CHECK ("sign_in_code"."purpose" in ('sign-in', 'change-email', 'verify-email', 'delete-account', 'confirm'));