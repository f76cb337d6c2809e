import { createRouterClient, implement, ORPCError } from "@orpc/server";
import { sql } from "drizzle-orm";
import { activity } from "#server/activity/table.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { decryptMail, type MailContent } from "#server/mail/queue.ts";
import { access, contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { usersApi } from "./api.ts";
import { usersContract } from "./contract.ts";
import type { ListedUser } from "./schema.ts";
import { findUser } from "./store.ts";

/** The operations on users, with their permission checks. */
const api = implement({ users: usersContract })
  .$context<OperationContext>()
  .use(enforcePermission)
  .router({ users: usersApi });

export type TestUsers = Awaited<ReturnType<typeof createTestUsers>>;

/** A database with the operations on users. */
export async function createTestUsers() {
  const database: TestDatabase = await createTestDatabase();
  const { secrets } = contextFor(database, null);
  return {
    database,
    access,

    /** The operations as a caller calls them, with changes to the context. */
    as: (caller: Caller | null, changes: Partial<OperationContext> = {}) =>
      createRouterClient(api, { context: { ...contextFor(database, caller), ...changes } }).users,

    addCaller: (role: string) => createCaller(database, role),

    async stored(id: string): Promise<ListedUser> {
      const found = await findUser(database.sql, id);
      if (!found) throw new Error("The user is missing");
      return found;
    },

    /** The number of rows of a user. */
    async count(table: "session" | "passkey" | "account" | "api_key", userId: string): Promise<number> {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int as count from ${table} where user_id = $1`,
        [userId],
      );
      return rows[0]?.count ?? 0;
    },

    /** The activity on a user, the newest last. */
    async activityOn(id: string) {
      return await database.sql
        .select()
        .from(activity)
        .where(sql`${activity.subjectId} = ${id}`)
        .orderBy(activity.id);
    },

    async mailsTo(email: string): Promise<MailContent[]> {
      const { rows } = await database.pool.query<{ sealed_mail: string }>(
        "select sealed_mail from mail_queue order by created_at",
      );
      return rows.map((row) => decryptMail(secrets, row.sealed_mail)).filter(({ to }) => to === email);
    },
  };
}

/** The code with which a call is rejected. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    if (error instanceof ORPCError) return error.code;
    throw error;
  }
}
