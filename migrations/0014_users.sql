ALTER TABLE "user" ALTER COLUMN "name" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "user" ALTER COLUMN "email" SET DATA TYPE text collate "und-x-icu";--> statement-breakpoint
ALTER TABLE "user" ALTER COLUMN "created_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "user" ALTER COLUMN "updated_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user" ALTER COLUMN "updated_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "search_text" text GENERATED ALWAYS AS (' ' || fold_text(coalesce(name || E'\n ', '') || email)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "user_expired_ban" ON "user" USING btree ("ban_expires") WHERE "user"."ban_expires" is not null;--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "user_search_signs" ON "user" USING gin (search_signs("search_text")) WITH (fastupdate=false);
--> statement-breakpoint
-- Forms, better-auth and manual SQL all change users: each change of what administrators see is a new version.
CREATE FUNCTION "count_user_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	NEW.updated_at := now();
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "user_version" BEFORE UPDATE ON "user" FOR EACH ROW
	WHEN ((OLD.name, OLD.email, OLD.email_verified, OLD.role, OLD.banned, OLD.ban_reason, OLD.ban_expires, OLD.onboarded_at)
		IS DISTINCT FROM
		(NEW.name, NEW.email, NEW.email_verified, NEW.role, NEW.banned, NEW.ban_reason, NEW.ban_expires, NEW.onboarded_at))
	EXECUTE FUNCTION "count_user_version"();
--> statement-breakpoint
CALL tell_of_changes('user', 'users');
--> statement-breakpoint
-- Only that sessions began or ended: their last use changes too often.
CREATE TRIGGER user_sessions_added AFTER INSERT ON "session" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('userSessions');
--> statement-breakpoint
CREATE TRIGGER user_sessions_removed AFTER DELETE ON "session" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('userSessions');
