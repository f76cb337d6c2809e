ALTER TABLE "book_count" RENAME COLUMN "books" TO "count";
--> statement-breakpoint
DROP TRIGGER book_count_added ON book;
--> statement-breakpoint
DROP TRIGGER book_count_changed ON book;
--> statement-breakpoint
DROP TRIGGER book_count_removed ON book;
--> statement-breakpoint
DROP TRIGGER book_count_emptied ON book;
--> statement-breakpoint
DROP FUNCTION count_books, forget_book_count, add_to_book_count, take_book_count_slot;
--> statement-breakpoint
-- A slot for this transaction, which no other transaction uses: fewer than 16 writers never wait for each other. The slots
-- of all tables of counts are locked together, so that transactions that write to several tables can't deadlock.
CREATE FUNCTION take_count_slot() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
	slots CONSTANT integer := 16;
	lock_class CONSTANT integer := 40617;
	own CONSTANT integer := pg_backend_pid() % slots;
BEGIN
	FOR slot IN own .. own + slots - 1 LOOP
		IF pg_try_advisory_xact_lock(lock_class, slot % slots) THEN
			RETURN slot % slots;
		END IF;
	END LOOP;
	PERFORM pg_advisory_xact_lock(lock_class, own);
	RETURN own;
END $$;
--> statement-breakpoint
-- Maintains the table <in_table>_count (countTable in src/resource/server/list/count-table.ts): the number of rows by the
-- values of columns, which are NOT NULL. Counts the existing rows, unless there are counts already.
CREATE PROCEDURE keep_counts(in_table regclass, VARIADIC in_columns name[] DEFAULT '{}') LANGUAGE plpgsql AS $$
DECLARE
	table_name CONSTANT name := (SELECT relname FROM pg_class WHERE oid = in_table);
	counts CONSTANT text := format('%I', table_name || '_count');
	trigger_function CONSTANT text := format('%I', 'count_' || table_name);
	-- "a, b, " for the columns, which are followed by others.
	columns CONSTANT text := coalesce((SELECT string_agg(format('%I, ', it), '' ORDER BY place)
		FROM unnest(in_columns) WITH ORDINALITY AS given (it, place)), '');
	grouping CONSTANT text := coalesce('GROUP BY ' || nullif(rtrim(columns, ', '), ''), '');
	are_any boolean;
BEGIN
	EXECUTE format($function$
		CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
		BEGIN
			IF TG_OP = 'INSERT' THEN
				INSERT INTO %2$s AS known (%3$sslot, count)
					SELECT %3$s(SELECT take_count_slot()), count(*) FROM added %4$s HAVING count(*) > 0
					ON CONFLICT (%3$sslot) DO UPDATE SET count = known.count + excluded.count;
			ELSIF TG_OP = 'DELETE' THEN
				INSERT INTO %2$s AS known (%3$sslot, count)
					SELECT %3$s(SELECT take_count_slot()), -count(*) FROM removed %4$s HAVING count(*) > 0
					ON CONFLICT (%3$sslot) DO UPDATE SET count = known.count + excluded.count;
			ELSIF TG_OP = 'UPDATE' THEN
				INSERT INTO %2$s AS known (%3$sslot, count)
					SELECT %3$s(SELECT take_count_slot()), sum(change)
					FROM (SELECT %3$s1 AS change FROM added UNION ALL SELECT %3$s-1 FROM removed) AS changed
					%4$s HAVING sum(change) <> 0
					ON CONFLICT (%3$sslot) DO UPDATE SET count = known.count + excluded.count;
			ELSE
				DELETE FROM %2$s;
			END IF;
			RETURN NULL;
		END $body$
	$function$, trigger_function, counts, columns, grouping);
	EXECUTE format('CREATE TRIGGER count_added AFTER INSERT ON %s REFERENCING NEW TABLE AS added
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', in_table, trigger_function);
	EXECUTE format('CREATE TRIGGER count_changed AFTER UPDATE ON %s REFERENCING OLD TABLE AS removed NEW TABLE AS added
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', in_table, trigger_function);
	EXECUTE format('CREATE TRIGGER count_removed AFTER DELETE ON %s REFERENCING OLD TABLE AS removed
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', in_table, trigger_function);
	EXECUTE format('CREATE TRIGGER count_emptied AFTER TRUNCATE ON %s
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', in_table, trigger_function);
	EXECUTE format('SELECT EXISTS (SELECT FROM %s)', counts) INTO are_any;
	IF NOT are_any THEN
		EXECUTE format('INSERT INTO %s (%sslot, count) SELECT %2$s0, count(*) FROM %s %s',
			counts, columns, in_table, grouping);
	END IF;
END $$;
--> statement-breakpoint
CALL keep_counts('book', 'genre_id');
