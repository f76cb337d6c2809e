import { sql, type SQL } from "drizzle-orm";
import { session } from "#features/auth/table.ts";
import { userCounts } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { dashboardDays } from "./schema.ts";
import type { Figures } from "./shared/figures.ts";
import { periodCounts } from "./table.ts";

/** A day in UTC, with its figures by name: the totals at its end, and its numbers. */
export type DayFigures = { day: string; figures: Record<string, number> };

const { series, period, count } = periodCounts;
// Without "days", whose length depends on the connection's time zone.
const today = sql`date_trunc('day', now(), 'UTC')`;
const thisHour = sql`date_trunc('hour', now(), 'UTC')`;
const hours = (count: number) => sql.raw(`interval '${count} hours'`);

const parts = import.meta.glob<Figures>("../*/parts/dashboard.server.ts", { eager: true, import: "figures" });
const features = Object.values(parts);

/** The totals of all features, and the users. Sessions end by time, so that their number is another sum. */
export const totals: NonNullable<Figures["totals"]> = {
  ...Object.assign({}, ...features.map((feature) => feature.totals)),
  users: {
    permission: { user: ["list"] },
    now: sql`(select coalesce(sum(${userCounts.count}), 0) from ${userCounts})`,
    changes: "user_change",
  },
  sessions: { permission: { session: ["list"] }, now: sql`0`, changes: "session_start" },
};

/** The numbers by day of all features, and the logins. */
export const daily: NonNullable<Figures["daily"]> = {
  ...Object.assign({}, ...features.map((feature) => feature.daily)),
  signIns: {
    permission: {
      session: ["list"],
      activity: ["read"], // optional: activity
    },
    series: "sign_in",
  },
};

const column = (name: string) => sql`coalesce(${sql.identifier(name)}, 0)`;
const since = (name: string) => sql`coalesce(sum(${sql.identifier(name)}) over later, 0)`;

/** In SQL, from the columns of series in `readDayFigures`. */
const figures: Record<string, SQL> = {
  ...mapValues(totals, ({ now, changes }) => sql`${now} - ${since(changes)}`),
  ...mapValues(daily, (numbers) => column(numbers.series)),
  sessions: sql`${since("session_end")} - ${since("session_start")} + case when day = ${today}
    then sessions_ending_today + sessions_ending_this_hour else 0 end`,
};

/** The series that the figures are made of. */
const daySeries = [
  ...Object.values(totals).map(({ changes }) => changes),
  ...Object.values(daily).map((numbers) => numbers.series),
  "session_end",
];

/**
 * The figures of the last days and the day before them: the totals of a day are today's without the changes since.
 * Sessions that expire later today are counted by hour, and those of this hour by an index.
 */
export async function readDayFigures(database: Sql): Promise<DayFigures[]> {
  const sums = daySeries.map(
    (name) => sql`coalesce(sum(${count}) filter (where ${series} = ${name}), 0) as ${sql.identifier(name)}`,
  );
  const named = Object.entries(figures).map(([name, value]) => sql`${name}::text, ${value}`);
  const { rows } = await database.execute<DayFigures>(sql`
    with by_day as (
      select least(${period}, ${today} + ${hours(24)}) as day, ${sql.join(sums, sql`, `)}
      from ${periodCounts}
      where ${series} in ${daySeries} and ${period} >= ${today} - ${hours(24 * dashboardDays)}
      group by 1
    ), ending as (
      select
        (select coalesce(sum(${count}), 0) from ${periodCounts} where ${series} = 'session_end_hour'
          and ${period} > ${thisHour} and ${period} < ${today} + ${hours(24)}) as sessions_ending_today,
        (select count(*) from ${session} where ${session.expiresAt} > now()
          and ${session.expiresAt} < ${thisHour} + ${hours(1)}) as sessions_ending_this_hour
    )
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD') as "day", jsonb_build_object(${sql.join(named, sql`, `)}) as "figures"
    from generate_series(${today} - ${hours(24 * dashboardDays)}, ${today} + ${hours(24)}, ${hours(24)}) as day
      left join by_day using (day) cross join ending
    window later as (order by day desc rows between unbounded preceding and 1 preceding)
    order by day limit ${dashboardDays + 1}`);
  return rows;
}

/** The first day of each figure of which something was counted, in UTC, by the figure's name. */
export async function readFirstDays(database: Sql): Promise<Record<string, string>> {
  const names = [
    ...Object.entries(totals).map(([name, { changes }]) => [name, changes]),
    ...Object.entries(daily).map(([name, numbers]) => [name, numbers.series]),
  ];
  // A look into the index for each.
  const { rows } = await database.execute<{ days: Record<string, string> }>(sql`
    select jsonb_strip_nulls(jsonb_object_agg(name, (
      select to_char(min(${period}) at time zone 'UTC', 'YYYY-MM-DD') from ${periodCounts} where ${series} = kept_as
    ))) as "days" from (values ${sql.join(
      names.map(([name, keptAs]) => sql`(${name}::text, ${keptAs}::text)`),
      sql`, `,
    )}) as figure (name, kept_as)`);
  return rows[0]?.days ?? {};
}

function mapValues<Value>(values: Record<string, Value>, map: (value: Value) => SQL): Record<string, SQL> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
