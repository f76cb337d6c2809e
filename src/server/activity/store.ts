import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { activity } from "./table.ts";

/** The most rows that one call of `deleteOldActivity` deletes, so that it takes a fraction of the statement timeout. */
const deletionBatchSize = 5_000;

/**
 * Who saved a record last, and when: for a version conflict.
 * @returns null if it has never been saved by a person; `name` is null for people without a name
 */
export async function findLastSave(
  database: Sql,
  type: string,
  id: string,
): Promise<{ name: string | null; at: Date } | null> {
  const [entry] = await database
    .select({ name: activity.actorName, at: activity.at })
    .from(activity)
    .where(
      and(
        eq(activity.subjectId, id),
        eq(activity.subjectType, type),
        inArray(activity.action, ["create", "update", "setRole"]),
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1);
  return entry ?? null;
}

/**
 * What a person did, the newest first. Without values and names, which can be other people's.
 * @param limit the number of entries
 */
export async function listOwnActivity(database: Sql, actorId: string, limit: number) {
  const { at, action, subjectType, subjectId, clientAddress, userAgent } = activity;
  return await database
    .select({ at, action, subjectType, subjectId, clientAddress, userAgent })
    .from(activity)
    .where(eq(activity.actorId, actorId))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(limit);
}

/** Deletes a batch of the oldest entries. @param retentionDays entries that are older are deleted; at least 30 */
export async function deleteOldActivity(database: Sql, retentionDays: number): Promise<void> {
  await database.execute(sql`select delete_old_activity(${retentionDays}::int, ${deletionBatchSize}::int)`);
}
