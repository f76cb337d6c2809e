-- Earlier text: 3fda13c8e8dffede774685fb0d0fd94afb2b127f0325acf83d613316314ebac3. Only a superuser could apply it; 0025 replaces its function.
CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"actor_email" text,
	"acting_for_id" uuid,
	"acting_for_name" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"subject_name" text,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"client_address" text,
	"user_agent" text,
	CONSTRAINT "activity_actor_given" CHECK ("activity"."acting_for_id" is null or "activity"."actor_id" is not null),
	CONSTRAINT "activity_action_form" CHECK ("activity"."action" ~ '^[a-z][A-Za-z]{0,39}$'),
	CONSTRAINT "activity_subject_type_form" CHECK ("activity"."subject_type" ~ '^[a-z][A-Za-z]{0,39}$'),
	CONSTRAINT "activity_texts_length" CHECK (greatest(char_length("activity"."actor_name"), char_length("activity"."actor_email"), char_length("activity"."acting_for_name"),
        char_length("activity"."subject_id"), char_length("activity"."subject_name"), char_length("activity"."request_id"),
        char_length("activity"."client_address"), char_length("activity"."user_agent")) <= 500),
	CONSTRAINT "activity_values_length" CHECK (octet_length("activity"."before"::text) <= 65536 and octet_length("activity"."after"::text) <= 65536)
);
--> statement-breakpoint
CREATE INDEX "activity_order" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_acting_for" ON "activity" USING btree ("acting_for_id","at","id") WHERE "activity"."acting_for_id" is not null;--> statement-breakpoint
CREATE INDEX "activity_action" ON "activity" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "activity_subject_type" ON "activity" USING btree ("subject_type","at","id");--> statement-breakpoint
CREATE INDEX "activity_subject" ON "activity" USING btree ("subject_id","subject_type","at","id");--> statement-breakpoint
-- Entries are never changed, and only deleted by the function below, once they are old enough.
CREATE FUNCTION "reject_activity_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('flyleaf.deletes_old_activity', true) = 'on'
    AND OLD.at < now() - interval '30 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'activity is append-only'
    USING ERRCODE = 'insufficient_privilege', TABLE = 'activity', HINT = 'delete_old_activity deletes old entries.';
END $$;
--> statement-breakpoint
CREATE TRIGGER "activity_unchanged" BEFORE UPDATE OR DELETE ON "activity" FOR EACH ROW
  EXECUTE FUNCTION "reject_activity_change"();
--> statement-breakpoint
CREATE TRIGGER "activity_not_emptied" BEFORE TRUNCATE ON "activity" FOR EACH STATEMENT
  EXECUTE FUNCTION "reject_activity_change"();
--> statement-breakpoint
-- Also for replication roles, under which other triggers don't fire.
ALTER TABLE "activity" ENABLE ALWAYS TRIGGER "activity_unchanged";
--> statement-breakpoint
ALTER TABLE "activity" ENABLE ALWAYS TRIGGER "activity_not_emptied";
--> statement-breakpoint
-- Runs with the rights of the table's owner, so that another role can be given this function and no right to delete.
CREATE FUNCTION "delete_old_activity"(retention_days integer, batch_size integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  PERFORM set_config('flyleaf.deletes_old_activity', 'on', true);
  DELETE FROM "activity" WHERE id IN (
    SELECT id FROM "activity" WHERE at < now() - make_interval(days => greatest(retention_days, 30))
    ORDER BY at, id LIMIT batch_size FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM set_config('flyleaf.deletes_old_activity', 'off', true);
  RETURN deleted;
END $$;
--> statement-breakpoint
CALL tell_of_changes('activity', 'activity');
