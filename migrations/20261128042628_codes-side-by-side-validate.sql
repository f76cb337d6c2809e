-- Compatible if migrations/20261128042626_codes-side-by-side.sql is.
ALTER TABLE "sign_in_code" VALIDATE CONSTRAINT "sign_in_code_earlier_session_id_session_id_fk";
--> statement-breakpoint
ALTER TABLE "sign_in_code" VALIDATE CONSTRAINT "sign_in_code_replaced_length";
--> statement-breakpoint
ALTER TABLE "sign_in_code" VALIDATE CONSTRAINT "sign_in_code_session_given";
