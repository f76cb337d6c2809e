-- Drops tables with what only they use: the functions of their triggers, their figures over time, and their uses of images.
DO $$
DECLARE
	removed CONSTANT regclass[] := ARRAY[{tables}]::regclass[];
	trigger_functions regprocedure[];
	reference record;
BEGIN
	SELECT array_agg(DISTINCT tgfoid::regprocedure) INTO trigger_functions FROM pg_trigger
		-- Functions that take arguments serve any table.
		WHERE tgrelid = ANY (removed) AND NOT tgisinternal AND tgnargs = 0
			AND tgfoid NOT IN (SELECT tgfoid FROM pg_trigger WHERE tgrelid <> ALL (removed));
	-- Images that nothing uses are deleted a day later.
	FOR reference IN
		SELECT conrelid::regclass AS of_table, attname AS of_column
			FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
			WHERE confrelid = to_regclass('image') AND conrelid = ANY (removed)
	LOOP
		EXECUTE format('UPDATE image SET unused_since = now() WHERE id IN (SELECT %I FROM %s)',
			reference.of_column, reference.of_table);
	END LOOP;
	DELETE FROM deleted_record WHERE table_name IN (SELECT relname FROM pg_class WHERE oid = ANY (removed));
	IF to_regclass('list_view') IS NOT NULL THEN
		DELETE FROM list_view WHERE list IN ({lists});
	END IF;
	-- The triggers delete the figures.
	EXECUTE format('TRUNCATE %s', (SELECT string_agg(each::text, ', ') FROM unnest(removed) AS each));
	EXECUTE format('DROP TABLE %s', (SELECT string_agg(each::text, ', ') FROM unnest(removed) AS each));
	IF trigger_functions IS NOT NULL THEN
		EXECUTE format('DROP FUNCTION %s', (SELECT string_agg(each::text, ', ') FROM unnest(trigger_functions) AS each));
	END IF;
END $$;
