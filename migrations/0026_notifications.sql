-- Not compatible: releases before this one would notify nobody of the changes below, and leave the rows.
CREATE UNLOGGED TABLE "pending_notification" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"payload" text NOT NULL,
	CONSTRAINT "pending_notification_channel_length" CHECK (octet_length("pending_notification"."channel") between 1 and 63),
	CONSTRAINT "pending_notification_payload_length" CHECK (octet_length("pending_notification"."payload") < 8000)
);
--> statement-breakpoint
-- Who commits after pg_notify waits for all others who do, so triggers leave that to a transaction of its own (docs/decisions/0058).
-- They run with the rights of the table's owner: another role may write to a table without being given this one.
CREATE OR REPLACE FUNCTION tell_of_change() RETURNS trigger
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		INSERT INTO pending_notification (channel, payload) VALUES ('flyleaf_changes', TG_ARGV[0]);
	ELSIF EXISTS (SELECT FROM changed) THEN
		INSERT INTO pending_notification (channel, payload) VALUES ('flyleaf_changes', TG_ARGV[0]);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_of_ended_sessions() RETURNS trigger
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF (SELECT count(*) FROM (SELECT FROM ended LIMIT 101) AS counted) > 100 THEN
		INSERT INTO pending_notification (channel, payload) VALUES ('flyleaf_changes', 'sessions');
	ELSE
		INSERT INTO pending_notification (channel, payload) SELECT 'flyleaf_changes', 'session ' || id FROM ended;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_of_changed_rights() RETURNS trigger
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO pending_notification (channel, payload) VALUES ('flyleaf_changes', 'user ' || NEW.id);
	RETURN NULL;
END $$;
