import { createRouterClient, implement, ORPCError } from "@orpc/server";
import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { enforcePermission } from "#rpc/permission.server.ts";
import { user } from "#features/users/table.ts";
import { type MailContent, decryptMail } from "#server/mail/queue.ts";
import { contextFor, someone } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { authApi } from "../api.ts";
import { authContract } from "../contract.ts";

/** The account's operations as the product offers them, behind their permissions. */
export const api = implement({ account: authContract })
  .$context<OperationContext>()
  .use(enforcePermission)
  .router({ account: authApi });

/** Someone signed in, and the account's operations as they call them. */
export type Person = { caller: Caller; account: ReturnType<typeof callAs> };

export type TestAccounts = {
  database: TestDatabase;
  addPerson(role?: string): Promise<Person>;
  /** The same person's session on another device. */
  onAnotherDevice(person: Person): Promise<Person>;
  /** The operations as someone calls them, with a context that differs so. */
  callAs(caller: Caller, changes?: Partial<OperationContext>): Person["account"];
  /** The mails that wait to be sent to an address, the newest last. */
  mailsTo(email: string): Promise<MailContent[]>;
  /** The code in the last of them. */
  codeFor(email: string): Promise<string>;
  /** The person as they are stored; undefined where they are not. */
  stored(person: Person): Promise<typeof user.$inferSelect | undefined>;
  /** Lets time pass for all budgets. */
  pass(seconds: number): Promise<void>;
};

export async function createTestAccounts(): Promise<TestAccounts> {
  const database = await createTestDatabase();
  const { secrets } = contextFor(database, null);

  const call = (caller: Caller, changes: Partial<OperationContext> = {}) => callAs(database, caller, changes);
  const personOf = (caller: Caller): Person => ({ caller, account: call(caller) });

  async function mailsTo(email: string) {
    const { rows } = await database.pool.query<{ sealed_mail: string }>(
      "select sealed_mail from mail_queue order by created_at",
    );
    return rows.map((row) => decryptMail(secrets, row.sealed_mail)).filter(({ to }) => to === email);
  }

  return {
    database,
    addPerson: async (role = "user") => personOf(await someone(database, role)),
    async onAnotherDevice({ caller }) {
      const { rows } = await database.pool.query<{ id: string }>(
        "insert into session (token, user_id, expires_at) values ($1, $2, now() + interval '1 day') returning id",
        [crypto.randomUUID(), caller.user.id],
      );
      return personOf({ ...caller, sessionId: rows[0]?.id ?? "" });
    },
    callAs: call,
    mailsTo,
    async codeFor(email) {
      const mails = await mailsTo(email);
      const code = mails.at(-1)?.code;
      if (!code) throw new Error(`No code was sent to ${email}`);
      return code;
    },
    async stored({ caller }) {
      const [found] = await database.sql.select().from(user).where(eq(user.id, caller.user.id));
      return found;
    },
    async pass(seconds) {
      await database.sql.execute(sql`
        update budget set spent_at = array(select spent - make_interval(secs => ${seconds}) from unnest(spent_at) as spent)`);
    },
  };
}

/** Each at a client address of their own unless told. */
function callAs(database: TestDatabase, caller: Caller, changes: Partial<OperationContext>) {
  const clientAddress = Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
  const context = { ...contextFor(database, caller), clientAddress, ...changes };
  return createRouterClient(api.account, { context });
}

/** What came of a call: "done", or its error's code. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    if (error instanceof ORPCError) return error.code;
    throw error;
  }
}

export const newAddress = () => `${crypto.randomUUID()}@example.com`;

export const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");
