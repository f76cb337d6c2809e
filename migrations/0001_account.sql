ALTER TABLE "sign_in_code" DROP CONSTRAINT "sign_in_code_purpose_known";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "token_outdated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_code_session_purpose" ON "sign_in_code" USING btree ("session_id","purpose");--> statement-breakpoint
CREATE INDEX "user_administrators" ON "user" USING btree ("id") WHERE "user"."role" ~ '\madmin\M' and not "user"."banned";--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_session_given" CHECK (("sign_in_code"."purpose" = 'sign-in') = ("sign_in_code"."session_id" is null));--> statement-breakpoint
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_purpose_known" CHECK ("sign_in_code"."purpose" in ('sign-in', 'change-email', 'verify-email', 'delete-account'));--> statement-breakpoint
-- The last administrator who is not banned stays one. Whoever takes one away waits for others who do, and looks again.
CREATE FUNCTION "keep_an_administrator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('flyleaf administrators', 0));
  IF NOT EXISTS (SELECT FROM "user" WHERE role ~ '\madmin\M' AND NOT banned) THEN
    RAISE EXCEPTION 'the last administrator must stay one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'user_last_administrator', TABLE = 'user';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "user_last_administrator_deleted" AFTER DELETE ON "user" FOR EACH ROW
  WHEN (OLD.role ~ '\madmin\M' AND NOT OLD.banned)
  EXECUTE FUNCTION "keep_an_administrator"();
--> statement-breakpoint
CREATE TRIGGER "user_last_administrator_changed" AFTER UPDATE OF "role", "banned" ON "user" FOR EACH ROW
  WHEN (OLD.role ~ '\madmin\M' AND NOT OLD.banned AND (NEW.role !~ '\madmin\M' OR NEW.banned))
  EXECUTE FUNCTION "keep_an_administrator"();
--> statement-breakpoint
-- Changed roles reach every session at once: its token is renewed, and nobody acts as someone else who no longer may.
CREATE FUNCTION "follow_changed_rights"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> OLD.role THEN
    UPDATE "session" SET token_outdated = true WHERE user_id = NEW.id;
  END IF;
  DELETE FROM "session" WHERE impersonated_by = NEW.id AND (NEW.banned OR NEW.role !~ '\madmin\M');
  DELETE FROM "session" WHERE user_id = NEW.id AND impersonated_by IS NOT NULL AND NEW.role ~ '\madmin\M';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "user_rights_changed" AFTER UPDATE OF "role", "banned" ON "user" FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.banned <> NEW.banned)
  EXECUTE FUNCTION "follow_changed_rights"();
