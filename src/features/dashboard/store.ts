import { desc, eq, sql } from "drizzle-orm";
import { session } from "#features/auth/table.ts";
import { bookCounts, genres } from "#features/genres/table.ts";
import { userCounts } from "#features/users/table.ts";
import { periodCounts } from "#resource/server/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { type Dashboard, dashboardDays, topGenresLimit } from "./schema.ts";

/** The series of `periodCounts` by day (migrations: `CALL keep_period_counts`). */
const daySeries = [
  "book_added",
  "book_change",
  "genre_change",
  "user_change",
  "session_start",
  "session_end",
  "sign_in",
] as const;

/** A day in UTC, with the totals at its end. */
export type DayFigures = {
  day: string;
  newBooks: number;
  signIns: number;
  books: number;
  genres: number;
  users: number;
  sessions: number;
};

// Without "days", whose length depends on the connection's time zone.
const today = sql`date_trunc('day', now(), 'UTC')`;
const thisHour = sql`date_trunc('hour', now(), 'UTC')`;
const hours = (count: number) => sql.raw(`interval '${count} hours'`);

/**
 * The figures of the last days and the day before them, in one statement. Its cost depends on the number of days: the totals
 * of a day are today's without the changes since. Sessions that expire later today are counted by hour, and those of this
 * hour by an index.
 */
export async function readDayFigures(database: Sql): Promise<DayFigures[]> {
  const { series, period, count } = periodCounts;
  const sum = (name: (typeof daySeries)[number]) =>
    sql`coalesce(sum(${count}) filter (where ${series} = ${name}), 0)`;
  const since = (column: string) => sql`coalesce(sum(${sql.raw(column)}) over later, 0)`;
  const { rows } = await database.execute<DayFigures>(sql`
    with by_day as (
      select least(${period}, ${today} + ${hours(24)}) as day,
        ${sum("book_added")} as book_added, ${sum("sign_in")} as sign_in, ${sum("book_change")} as book_change,
        ${sum("genre_change")} as genre_change, ${sum("user_change")} as user_change,
        ${sum("session_end")} - ${sum("session_start")} as session_change
      from ${periodCounts}
      where ${series} in ${[...daySeries]} and ${period} >= ${today} - ${hours(24 * dashboardDays)}
      group by 1
    ), totals as (
      select
        (select coalesce(sum(${bookCounts.count}), 0) from ${bookCounts}) as books,
        (select count(*) from ${genres}) as genres,
        (select coalesce(sum(${userCounts.count}), 0) from ${userCounts}) as users,
        (select coalesce(sum(${count}), 0) from ${periodCounts} where ${series} = 'session_end_hour'
          and ${period} > ${thisHour} and ${period} < ${today} + ${hours(24)}) as sessions_ending_today,
        (select count(*) from ${session} where ${session.expiresAt} > now()
          and ${session.expiresAt} < ${thisHour} + ${hours(1)}) as sessions_ending_this_hour
    )
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD') as "day",
      coalesce(book_added, 0)::int as "newBooks",
      coalesce(sign_in, 0)::int as "signIns",
      (totals.books - ${since("book_change")})::int as "books",
      (totals.genres - ${since("genre_change")})::int as "genres",
      (totals.users - ${since("user_change")})::int as "users",
      (${since("session_change")} + case when day = ${today}
        then sessions_ending_today + sessions_ending_this_hour else 0 end)::int as "sessions"
    from generate_series(${today} - ${hours(24 * dashboardDays)}, ${today} + ${hours(24)}, ${hours(24)}) as day
      left join by_day using (day) cross join totals
    window later as (order by day desc rows between unbounded preceding and 1 preceding)
    order by day limit ${dashboardDays + 1}`);
  return rows;
}

/** The genres with most books, and how many books the others have, in one statement. */
export async function readBooksByGenre(database: Sql): Promise<NonNullable<Dashboard["booksByGenre"]>> {
  const books = sql`sum(${bookCounts.count})`;
  const rows = await database
    .select({
      id: genres.id,
      name: genres.name,
      hue: genres.hue,
      books: books.mapWith(Number),
      allBooks: sql`sum(${books}) over ()`.mapWith(Number),
      allGenres: sql`count(*) over ()`.mapWith(Number),
    })
    .from(genres)
    .innerJoin(bookCounts, eq(bookCounts.genreId, genres.id))
    .groupBy(genres.id)
    .having(sql`${books} > 0`)
    .orderBy(desc(books), genres.name, genres.id)
    .limit(topGenresLimit);
  const [first] = rows;
  const shown = rows.reduce((total, row) => total + row.books, 0);
  return {
    top: rows.map(({ allBooks: _, allGenres: __, ...genre }) => genre),
    others: { genres: (first?.allGenres ?? 0) - rows.length, books: (first?.allBooks ?? 0) - shown },
  };
}
