-- Without their columns, running impersonations would be sessions of the user.
DELETE FROM "session" WHERE impersonated_by IS NOT NULL;
--> statement-breakpoint
-- As in migrations/0008_session-limit.sql and 0019_impersonation.sql, without impersonations.
CREATE OR REPLACE FUNCTION "follow_changed_rights"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.banned THEN
    DELETE FROM "session" WHERE user_id = NEW.id;
    RETURN NULL;
  END IF;
  IF NEW.role <> OLD.role THEN
    UPDATE "session" SET token_outdated = true WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
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
  DELETE FROM "session" WHERE user_id = NEW.user_id AND expires_at <= now();
  DELETE FROM "session" WHERE id IN (
    SELECT id FROM "session" WHERE user_id = NEW.user_id
    ORDER BY created_at DESC, id DESC OFFSET session_limit - 1
  );
  NEW.has_ended_oldest := FOUND;
  RETURN NEW;
END $$;
