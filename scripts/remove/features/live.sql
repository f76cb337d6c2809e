-- The triggers that leave notifications (migrations/0026_notifications.sql).
DO $$
DECLARE
	trigger_function regprocedure;
BEGIN
	FOR trigger_function IN SELECT oid::regprocedure FROM pg_proc WHERE prosrc LIKE '%INSERT INTO pending_notification %'
	LOOP
		EXECUTE format('DROP FUNCTION %s CASCADE', trigger_function);
	END LOOP;
END $$;
--> statement-breakpoint
DROP PROCEDURE tell_of_changes(regclass, text);
