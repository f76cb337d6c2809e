CREATE TABLE "period_count" (
	"series" text NOT NULL,
	"period" timestamp with time zone NOT NULL,
	"slot" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "period_count_series_period_slot_pk" PRIMARY KEY("series","period","slot")
);

--> statement-breakpoint
-- Maintains a series of period_count (src/resource/server/table.ts): the number of rows of a table by the day or hour, in UTC,
-- of an expression. An inserted row is added to the period of the expression's value at that time, a deleted one subtracted
-- from the period of its value then: with now() the series is by how many rows the table grew. Counts the existing rows by
-- "existing_at", unless there are counts already.
CREATE PROCEDURE keep_period_counts(in_table regclass, series text, period text, at text,
	existing_at text DEFAULT NULL, condition text DEFAULT 'true') LANGUAGE plpgsql AS $$
DECLARE
	trigger_function CONSTANT text := format('%I', 'count_' || series);
BEGIN
	EXECUTE format($function$
		CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
		BEGIN
			IF TG_OP = 'INSERT' THEN
				INSERT INTO period_count AS known (series, period, slot, count)
					SELECT %2$L, date_trunc(%3$L, %4$s, 'UTC'), (SELECT take_count_slot()), count(*)
					FROM added WHERE %5$s GROUP BY 2
					ON CONFLICT (series, period, slot) DO UPDATE SET count = known.count + excluded.count;
			ELSIF TG_OP = 'DELETE' THEN
				INSERT INTO period_count AS known (series, period, slot, count)
					SELECT %2$L, date_trunc(%3$L, %4$s, 'UTC'), (SELECT take_count_slot()), -count(*)
					FROM removed WHERE %5$s GROUP BY 2
					ON CONFLICT (series, period, slot) DO UPDATE SET count = known.count + excluded.count;
			ELSIF TG_OP = 'UPDATE' THEN
				INSERT INTO period_count AS known (series, period, slot, count)
					SELECT %2$L, changed.period, (SELECT take_count_slot()), sum(change)
					FROM (
						SELECT date_trunc(%3$L, %4$s, 'UTC') AS period, 1 AS change FROM added WHERE %5$s
						UNION ALL SELECT date_trunc(%3$L, %4$s, 'UTC'), -1 FROM removed WHERE %5$s
					) AS changed
					GROUP BY changed.period HAVING sum(change) <> 0
					ON CONFLICT (series, period, slot) DO UPDATE SET count = known.count + excluded.count;
			ELSE
				DELETE FROM period_count WHERE period_count.series = %2$L;
			END IF;
			RETURN NULL;
		END $body$
	$function$, trigger_function, series, period, at, condition);
	EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS added
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', series || '_counts_added', in_table, trigger_function);
	EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s REFERENCING OLD TABLE AS removed NEW TABLE AS added
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', series || '_counts_changed', in_table, trigger_function);
	EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS removed
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', series || '_counts_removed', in_table, trigger_function);
	EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %s
		FOR EACH STATEMENT EXECUTE FUNCTION %s()', series || '_counts_emptied', in_table, trigger_function);
	IF NOT EXISTS (SELECT FROM period_count WHERE period_count.series = keep_period_counts.series) THEN
		EXECUTE format('INSERT INTO period_count (series, period, slot, count)
			SELECT %1$L, date_trunc(%2$L, %3$s, ''UTC''), 0, count(*) FROM %4$s WHERE %5$s GROUP BY 2',
			series, period, coalesce(existing_at, at), in_table, condition);
	END IF;
END $$;
--> statement-breakpoint
CALL keep_period_counts('book', 'book_added', 'day', 'created_at');
--> statement-breakpoint
CALL keep_period_counts('book', 'book_change', 'day', 'now()', existing_at => 'created_at');
--> statement-breakpoint
CALL keep_period_counts('genre', 'genre_change', 'day', 'now()', existing_at => 'created_at');
--> statement-breakpoint
CALL keep_period_counts('user', 'user_change', 'day', 'now()', existing_at => 'created_at');
--> statement-breakpoint
-- Sessions end by time. Those active at a time are those that end after it, without those that start after it.
CALL keep_period_counts('session', 'session_start', 'day', 'now()', existing_at => 'created_at');
--> statement-breakpoint
CALL keep_period_counts('session', 'session_end', 'day', 'greatest(expires_at, now())', existing_at => 'expires_at');
--> statement-breakpoint
CALL keep_period_counts('session', 'session_end_hour', 'hour', 'greatest(expires_at, now())', existing_at => 'expires_at');
--> statement-breakpoint
CALL keep_period_counts('activity', 'sign_in', 'day', 'at', condition => 'action = ''signIn''');
