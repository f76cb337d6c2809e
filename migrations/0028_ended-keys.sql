-- Compatible: the previous release runs on it. It rejects ended keys, too, and deletes them earlier.
ALTER TABLE "api_key" ADD COLUMN "last_used_address" text;--> statement-breakpoint
CREATE INDEX "api_key_expiry" ON "api_key" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_address_length" CHECK (char_length("api_key"."last_used_address") <= 45);
--> statement-breakpoint
-- Only that keys were created or ended: their last use changes too often.
CREATE FUNCTION tell_of_ended_keys() RETURNS trigger
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM before JOIN changed USING (id) WHERE before.expires_at <> changed.expires_at) THEN
		INSERT INTO pending_notification (channel, payload) VALUES ('flyleaf_changes', 'userKeys');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_keys_added AFTER INSERT ON "api_key" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change('userKeys');
--> statement-breakpoint
CREATE TRIGGER user_keys_ended AFTER UPDATE ON "api_key" REFERENCING OLD TABLE AS before NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION tell_of_ended_keys();
