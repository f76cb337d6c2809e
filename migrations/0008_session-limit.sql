ALTER TABLE "session" ADD COLUMN "has_ended_oldest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A user has at most 50 sessions: a new one ends the oldest. A banned user gets none. The lock makes concurrent sign-ins of a
-- user, and a ban, wait for each other.
CREATE FUNCTION "limit_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER "session_limit" BEFORE INSERT ON "session" FOR EACH ROW EXECUTE FUNCTION "limit_sessions"();
--> statement-breakpoint
-- As in 0001, and a ban ends all sessions: after it, nothing works again without signing in.
CREATE OR REPLACE FUNCTION "follow_changed_rights"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.banned THEN
    DELETE FROM "session" WHERE user_id = NEW.id OR impersonated_by = NEW.id;
    RETURN NULL;
  END IF;
  IF NEW.role <> OLD.role THEN
    UPDATE "session" SET token_outdated = true WHERE user_id = NEW.id;
  END IF;
  DELETE FROM "session" WHERE impersonated_by = NEW.id AND NEW.role !~ '\madmin\M';
  DELETE FROM "session" WHERE user_id = NEW.id AND impersonated_by IS NOT NULL AND NEW.role ~ '\madmin\M';
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "user_rights_changed" ON "user";
--> statement-breakpoint
CREATE TRIGGER "user_rights_changed" AFTER UPDATE OF "role", "banned", "ban_expires" ON "user" FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.banned <> NEW.banned OR OLD.ban_expires IS DISTINCT FROM NEW.ban_expires)
  EXECUTE FUNCTION "follow_changed_rights"();
--> statement-breakpoint
DELETE FROM "session" USING "user" WHERE "user".id = user_id AND banned;
