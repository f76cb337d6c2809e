import { and, asc, eq } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { account } from "../table.ts";
import type { LinkedAccount } from "./schema.ts";

/** A user's accounts at social providers, the oldest first. */
export async function listLinkedAccounts(
  database: Sql,
  userId: string,
): Promise<Omit<LinkedAccount, "name">[]> {
  return await database
    .select({ id: account.id, provider: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.userId, userId))
    .orderBy(asc(account.createdAt), asc(account.id));
}

/** Unlinks one of a user's accounts. @returns its provider; undefined if there is no such account */
export async function deleteLinkedAccount(
  database: Sql,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const [deleted] = await database
    .delete(account)
    .where(and(eq(account.id, id), eq(account.userId, userId)))
    .returning({ provider: account.providerId });
  return deleted?.provider;
}
