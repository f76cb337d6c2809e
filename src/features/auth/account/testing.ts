import { createRouterClient, implement, ORPCError } from "@orpc/server";
import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import { type MailContent, decryptMail } from "#server/mail/queue.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { authApi } from "../api.ts";
import { authContract } from "../contract.ts";

/** The account's operations, with their permission checks. */
export const api = implement({ account: authContract })
  .$context<OperationContext>()
  .use(enforcePermission)
  .router({ account: authApi });

/** A signed-in user, and the account's operations as they call them. */
export type TestUser = { caller: Caller; account: ReturnType<typeof callAs> };

export type TestAccounts = {
  database: TestDatabase;
  addUser(role?: string): Promise<TestUser>;
  /** The same user's session on another device. */
  onAnotherDevice(person: TestUser): Promise<TestUser>;
  /** The operations for a caller, with changes to the context. */
  callAs(caller: Caller | null, changes?: Partial<OperationContext>): TestUser["account"];
  /** The queued mails to an email, the newest last. */
  mailsTo(email: string): Promise<MailContent[]>;
  /** The code in the last of them. */
  codeFor(email: string): Promise<string>;
  /** The user's row; undefined if they were deleted. */
  storedUser(person: TestUser): Promise<typeof user.$inferSelect | undefined>;
  /** Moves all rate limits back in time. */
  passTime(seconds: number): Promise<void>;
};

/** @param existing the database, by default a new one */
export async function createTestAccounts(existing?: TestDatabase): Promise<TestAccounts> {
  const database = existing ?? (await createTestDatabase());
  const { secrets } = contextFor(database, null);

  const call = (caller: Caller | null, changes: Partial<OperationContext> = {}) =>
    callAs(database, caller, changes);
  const toTestUser = (caller: Caller): TestUser => ({ caller, account: call(caller) });

  async function mailsTo(email: string) {
    const { rows } = await database.pool.query<{ sealed_mail: string }>(
      "select sealed_mail from mail_queue order by created_at",
    );
    return rows.map((row) => decryptMail(secrets, row.sealed_mail)).filter(({ to }) => to === email);
  }

  return {
    database,
    addUser: async (role = "user") => toTestUser(await createCaller(database, role)),
    async onAnotherDevice({ caller }) {
      const { rows } = await database.pool.query<{ id: string }>(
        "insert into session (token, user_id, expires_at) values ($1, $2, now() + interval '1 day') returning id",
        [crypto.randomUUID(), caller.user.id],
      );
      return toTestUser({ ...caller, sessionId: rows[0]?.id ?? "" });
    },
    callAs: call,
    mailsTo,
    async codeFor(email) {
      const mails = await mailsTo(email);
      const code = mails.at(-1)?.code;
      if (!code) throw new Error(`No code was sent to ${email}`);
      return code;
    },
    async storedUser({ caller }) {
      const [found] = await database.sql.select().from(user).where(eq(user.id, caller.user.id));
      return found;
    },
    async passTime(seconds) {
      await database.sql.execute(sql`
        update budget set spent_at = array(select spent - make_interval(secs => ${seconds}) from unnest(spent_at) as spent)`);
    },
  };
}

/** By default from a random network address. */
function callAs(database: TestDatabase, caller: Caller | null, changes: Partial<OperationContext>) {
  const clientAddress = Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
  const context = { ...contextFor(database, caller), clientAddress, ...changes };
  return createRouterClient(api.account, { context });
}

/** The result of a call: "done", or its error's code. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    if (error instanceof ORPCError) return error.code;
    throw error;
  }
}
