import { and, eq, gt, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";
import type { Person } from "../codes/store.ts";
import { passkey } from "../table.ts";

export type StoredPasskey = typeof passkey.$inferSelect;

/** A passkey by what its device calls it. */
export async function findPasskey(database: Sql, credentialId: string): Promise<StoredPasskey | undefined> {
  const [found] = await database.select().from(passkey).where(eq(passkey.credentialId, credentialId));
  return found;
}

/** Someone, locked for the transaction: nothing about them changes until they are signed in. */
export async function findOwner(database: Sql, userId: string): Promise<Person | undefined> {
  const [found] = await database.select().from(user).where(eq(user.id, userId)).for("no key update");
  return found;
}

/**
 * Takes note that a passkey was used.
 * @returns false where it is gone, or where its count has not risen: then someone may have a copy of it
 */
export async function noteUse(
  database: Sql,
  id: string,
  { counter, isSynced }: Pick<StoredPasskey, "counter" | "isSynced">,
): Promise<boolean> {
  const hasRisen = counter === 0 ? eq(passkey.counter, 0) : gt(sql`${counter}::bigint`, passkey.counter);
  const noted = await database
    .update(passkey)
    .set({ counter, isSynced, lastUsedAt: sql`now()` })
    .where(and(eq(passkey.id, id), hasRisen))
    .returning({ id: passkey.id });
  return noted.length > 0;
}
