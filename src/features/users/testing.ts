import { createRouterClient, implement } from "@orpc/server";
import { eq } from "drizzle-orm";
import { activity } from "#server/activity/table.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { access, contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase } from "../../../testing/database.ts";
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
  const database = await createTestDatabase();
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
    async count(table: string, userId: string): Promise<number> {
      const { rows } = await database.pool.query(`select from ${table} where user_id = $1`, [userId]);
      return rows.length;
    },

    /** The activity on a user, the newest last. */
    activityOn: (id: string) =>
      database.sql.select().from(activity).where(eq(activity.subjectId, id)).orderBy(activity.id),
  };
}
