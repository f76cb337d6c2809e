-- They have no administrator's session with which they could end.
DELETE FROM "session" WHERE impersonated_by IS NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "administrator_session_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_administrator_session_id_session_id_fk" FOREIGN KEY ("administrator_session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_administrator_session_unique" UNIQUE("administrator_session_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonation_bounded" CHECK (case when "session"."impersonated_by" is null then "session"."administrator_session_id" is null
        else "session"."impersonated_by" <> "session"."user_id" and "session"."administrator_session_id" is not null
          and "session"."expires_at" <= "session"."created_at" + interval '1 hour' end);--> statement-breakpoint
-- As in 0008, but an impersonation neither counts as one of the user's sessions nor ends one. Expired impersonations stay
-- until their end is recorded.
CREATE OR REPLACE FUNCTION "limit_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  session_limit CONSTANT integer := 50;
  is_banned boolean;
BEGIN
  SELECT banned AND (ban_expires IS NULL OR ban_expires > now()) INTO is_banned
    FROM "user" WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF is_banned THEN
    RAISE EXCEPTION 'a banned user gets no session'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'session_user_not_banned', TABLE = 'session';
  END IF;
  IF NEW.impersonated_by IS NOT NULL THEN
    RETURN NEW;
  END IF;
  DELETE FROM "session" WHERE user_id = NEW.user_id AND impersonated_by IS NULL AND expires_at <= now();
  DELETE FROM "session" WHERE id IN (
    SELECT id FROM "session" WHERE user_id = NEW.user_id AND impersonated_by IS NULL
    ORDER BY created_at DESC, id DESC OFFSET session_limit - 1
  );
  NEW.has_ended_oldest := FOUND;
  RETURN NEW;
END $$;
