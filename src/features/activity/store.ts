import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { parseUserAgent } from "#lib/user-agent.ts";
import { exactCountLimit } from "#resource/schema.ts";
import { isWithinDays } from "#resource/server/list/day-range.ts";
import { activity } from "#server/activity/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { cursorTimeSchema, fromCursor, toCursor } from "#server/database/cursor.ts";
import type { ActivityEntry, ActivityPage, ActivityQuery } from "./schema.ts";

const positionSchema = z.object({ at: cursorTimeSchema(3), id: z.int().min(1) });

/** After the entry with this time and id. */
export type ActivityPosition = z.infer<typeof positionSchema>;

/** The position in a cursor; undefined if a client made it up. */
export function readPosition(cursor: string): ActivityPosition | undefined {
  return fromCursor(cursor, positionSchema);
}

/** A page of the activity, the newest first, in two statements. */
export async function listActivity(
  database: Sql,
  query: ActivityQuery,
  { after, limit }: { after: ActivityPosition | undefined; limit: number },
): Promise<ActivityPage> {
  const [rows, total] = await Promise.all([
    fetchEntries(database, query, after, limit + 1),
    countActivity(database, query),
  ]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    next: last ? toCursor(positionOf(last)) : null,
    total,
  };
}

// optional: csv
const batchSize = 1_000;

/** The whole activity in order, in batches. */
export async function* streamActivity(
  database: Sql,
  query: ActivityQuery,
): AsyncGenerator<ActivityEntry[], void> {
  let after: ActivityPosition | undefined;
  for (;;) {
    const batch = await fetchEntries(database, query, after, batchSize);
    yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = positionOf(last);
  }
}
// end: csv

function positionOf({ at, id }: ActivityEntry): ActivityPosition {
  return { at: at.toISOString(), id };
}

async function fetchEntries(
  database: Sql,
  query: ActivityQuery,
  after: ActivityPosition | undefined,
  limit: number,
): Promise<ActivityEntry[]> {
  const rows = await database
    .select()
    .from(activity)
    .where(sql`${activity.id} in (select id from (${matches(query, limit, after)}) as found)`)
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(limit);
  return rows.map(toEntry);
}

/** The number of entries, exact up to a limit. */
async function countActivity(database: Sql, query: ActivityQuery): Promise<ActivityPage["total"]> {
  const { rows } = await database.execute<{ count: number }>(
    sql`select count(*)::int as count from (${matches(query, exactCountLimit + 1)}) as found`,
  );
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, exactCountLimit), isExact: count <= exactCountLimit };
}

/**
 * The ids of the newest entries that match. For a person there are three scans, because each has an index of its own by
 * time, which one condition with OR would not use.
 */
function matches(query: ActivityQuery, limit: number, after?: ActivityPosition): SQL {
  const { person, action, type, subject } = query;
  const conditions = [
    query.key === undefined ? undefined : eq(activity.keyId, query.key), // optional: api-keys
    action === undefined ? undefined : eq(activity.action, action),
    type === undefined ? undefined : eq(activity.subjectType, type),
    subject === undefined ? undefined : eq(activity.subjectId, subject),
    isWithinDays(activity.at, query),
    after && sql`(${activity.at}, ${activity.id}) < (${after.at}::timestamptz, ${after.id}::bigint)`,
  ];
  const scan = (condition?: SQL) => sql`
    (select ${activity.at}, ${activity.id} from ${activity} where ${and(sql`true`, condition, ...conditions)}
    order by ${activity.at} desc, ${activity.id} desc limit ${limit})`;
  if (person === undefined) return scan();
  const isAbout = and(eq(activity.subjectId, person), eq(activity.subjectType, "user"));
  const scans = [eq(activity.actorId, person), eq(activity.actingForId, person), isAbout].map(scan);
  return sql`${sql.join(scans, sql` union `)} order by at desc, id desc limit ${limit}`;
}

function toEntry(row: typeof activity.$inferSelect): ActivityEntry {
  const { id, at, action, before, after, clientAddress } = row;
  return {
    id,
    at,
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName, email: row.actorEmail },
    actingFor: row.actingForId === null ? null : { id: row.actingForId, name: row.actingForName },
    key: row.keyId === null ? null : { id: row.keyId, name: row.keyName ?? "" }, // optional: api-keys
    action,
    subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    before,
    after,
    clientAddress,
    ...parseUserAgent(row.userAgent),
  };
}
