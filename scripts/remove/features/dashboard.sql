-- The triggers that count into the table (migrations/0020_period-counts.sql).
DO $$
DECLARE
	trigger_function regprocedure;
BEGIN
	FOR trigger_function IN
		SELECT DISTINCT tgfoid::regprocedure FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
			WHERE prosrc LIKE '%INSERT INTO period_count %'
	LOOP
		EXECUTE format('DROP FUNCTION %s CASCADE', trigger_function);
	END LOOP;
END $$;
--> statement-breakpoint
DROP PROCEDURE keep_period_counts(regclass, text, text, text, text, text);
