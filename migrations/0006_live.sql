ALTER TABLE "genre" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Open pages are told that something changed, and never what. Who listens hears it when, and only if, the transaction is
-- committed, and once however many statements said the same.
CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		PERFORM pg_notify('flyleaf_changes', TG_ARGV[0]);
	ELSIF EXISTS (SELECT FROM changed) THEN
		PERFORM pg_notify('flyleaf_changes', TG_ARGV[0]);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Makes a table tell of its changes, whoever makes them, under a topic of src/topics.ts.
CREATE PROCEDURE tell_of_changes(in_table regclass, topic text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER %1$I AFTER INSERT ON %2$s REFERENCING NEW TABLE AS changed
		FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change(%3$L)', topic || '_added', in_table, topic);
	EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE ON %2$s REFERENCING NEW TABLE AS changed
		FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change(%3$L)', topic || '_changed', in_table, topic);
	EXECUTE format('CREATE TRIGGER %1$I AFTER DELETE ON %2$s REFERENCING OLD TABLE AS changed
		FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change(%3$L)', topic || '_removed', in_table, topic);
	EXECUTE format('CREATE TRIGGER %1$I AFTER TRUNCATE ON %2$s
		FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change(%3$L)', topic || '_emptied', in_table, topic);
END $$;
--> statement-breakpoint
CALL tell_of_changes('book', 'books');
--> statement-breakpoint
CALL tell_of_changes('genre', 'genres');
--> statement-breakpoint
-- A session that is over, by its id, which opens nothing. Of many at once it is only said that there were some.
CREATE FUNCTION tell_of_ended_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM (SELECT FROM ended LIMIT 101) AS counted) > 100 THEN
		PERFORM pg_notify('flyleaf_changes', 'sessions');
	ELSE
		PERFORM pg_notify('flyleaf_changes', 'session ' || id) FROM ended;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON "session" REFERENCING OLD TABLE AS ended
	FOR EACH STATEMENT EXECUTE FUNCTION tell_of_ended_sessions();
--> statement-breakpoint
CREATE FUNCTION tell_of_changed_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('flyleaf_changes', 'user ' || NEW.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_rights_told AFTER UPDATE OF role, banned, ban_expires ON "user" FOR EACH ROW
	WHEN (OLD.role <> NEW.role OR OLD.banned <> NEW.banned OR OLD.ban_expires IS DISTINCT FROM NEW.ban_expires)
	EXECUTE FUNCTION tell_of_changed_rights();
