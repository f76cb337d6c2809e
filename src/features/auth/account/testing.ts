import { createRouterClient, implement } from "@orpc/server";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { user } from "#features/users/table.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { contextFor, createCaller, mailsTo } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { authApi } from "../api.ts";
import { authContract } from "../contract.ts";
import { randomAddress } from "../testing.ts";

/** The account's operations, with their permission checks. */
export const api = implement({ account: authContract })
  .$context<OperationContext>()
  .use(enforcePermission)
  .router({ account: authApi });

/** A signed-in user, and the account's operations as they call them. */
export type TestUser = { caller: Caller; account: ReturnType<typeof callAs> };

export type TestAccounts = Awaited<ReturnType<typeof createTestAccounts>>;

/** The accounts of a test file, for as long as its tests run. @param env if their database is that of an authentication service */
export function testAccounts(env?: { database: TestDatabase }): TestAccounts {
  const accounts = {} as TestAccounts;
  beforeAll(async () => void Object.assign(accounts, await createTestAccounts(env?.database)));
  if (!env) afterAll(() => accounts.database.drop());
  return accounts;
}

/** @param existing the database, by default a new one */
export async function createTestAccounts(existing?: TestDatabase) {
  const database = existing ?? (await createTestDatabase());
  const toTestUser = (caller: Caller): TestUser => ({ caller, account: callAs(database, caller) });
  return {
    database,
    addUser: async (role = "user") => toTestUser(await createCaller(database, role)),

    /** The same user's session on another device. */
    async onAnotherDevice({ caller }: TestUser) {
      const { rows } = await database.pool.query<{ id: string }>(
        "insert into session (token, user_id, expires_at) values ($1, $2, now() + interval '1 day') returning id",
        [crypto.randomUUID(), caller.user.id],
      );
      return toTestUser({ ...caller, sessionId: rows[0]?.id ?? "" });
    },

    /** The operations for a caller, with changes to the context. */
    callAs: (caller: Caller | null, changes?: Partial<OperationContext>) => callAs(database, caller, changes),

    mailsTo: (email: string) => mailsTo(database, email),

    /** The code in the last mail to an email. */
    async codeFor(email: string): Promise<string> {
      const code = (await mailsTo(database, email)).at(-1)?.code;
      if (!code) throw new Error(`No code was sent to ${email}`);
      return code;
    },

    /** The user's row; undefined if they were deleted. */
    async storedUser({ caller }: TestUser) {
      const [found] = await database.sql.select().from(user).where(eq(user.id, caller.user.id));
      return found;
    },

    /** Moves all rate limits back in time. */
    async passTime(seconds: number) {
      await database.sql.execute(sql`
        update budget set spent_at = array(select spent - make_interval(secs => ${seconds}) from unnest(spent_at) as spent)`);
    },
  };
}

/** By default from a random network address. */
function callAs(database: TestDatabase, caller: Caller | null, changes: Partial<OperationContext> = {}) {
  const context = { ...contextFor(database, caller), clientAddress: randomAddress(), ...changes };
  return createRouterClient(api.account, { context });
}
