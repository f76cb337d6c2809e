-- Compatible: a build that knows neither column reads the newest code of a session, and a browser's last one.
ALTER TABLE "sign_in_code" DROP CONSTRAINT "sign_in_code_session_given";
--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD COLUMN "earlier_session_id" uuid;
--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD COLUMN "replaced" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_earlier_session_id_session_id_fk" FOREIGN KEY ("earlier_session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_replaced_length" CHECK (jsonb_array_length("sign_in_code"."replaced") <= 5) NOT VALID;
--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_session_given" CHECK (num_nonnulls("sign_in_code"."session_id", "sign_in_code"."earlier_session_id") = ("sign_in_code"."purpose" <> 'sign-in')::int) NOT VALID;
