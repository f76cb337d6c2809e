import { TransactionRollbackError } from "drizzle-orm";
import type { Database, Sql } from "#server/database/connect.ts";
import { consumeLimits } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { checkEmail } from "#features/auth/email.ts";
import { askingBudgets, type Asker } from "./rate-limits.ts";
import { type CodePurpose, createCode } from "./create-code.ts";
import type { Refusal } from "#features/auth/server/api-errors.ts";
import { insertCode } from "../store.ts";

export type CodeToSend = {
  email: string;
  purpose: CodePurpose;
  code: string;
  expiresAt: Date;
  language: string;
};

/** Writes the mail with a code, and returns what queues it in a transaction. */
export type PrepareCodeMail = (mail: CodeToSend) => Promise<(database: Sql) => Promise<void>>;

export type AskServices = { database: Database; secrets: Secrets; prepareCodeMail: PrepareCodeMail };

export type AskedCode = {
  email: string;
  purpose: CodePurpose;
  /** The session that the code is for, where someone is signed in: no other can use it. */
  sessionId?: string;
  language: string;
  asker: (email: string) => Asker;
  /** Whether the code is not to be sent after all. The answer and the work are the same then. */
  withhold?: (database: Sql, email: string) => Promise<boolean>;
};

/**
 * Sends a code to an address. For signing in, whether anybody has an account there is not even looked up, so nothing
 * about the answer can depend on it.
 * @returns the code's id, for the browser that asks, and the address in its stored form
 */
export async function askForCode(
  { database, secrets, prepareCodeMail }: AskServices,
  { purpose, sessionId, language, asker, withhold, ...asked }: AskedCode,
): Promise<{ id: string; email: string } | Refusal> {
  const { email, problem } = checkEmail(asked.email);
  if (problem) return { refused: problem };

  const { allowed, retryAfterSeconds } = await consumeLimits(
    database.sql,
    askingBudgets(email, asker(email)),
  );
  if (!allowed) return { refused: "TOO_MANY_REQUESTS", retryAfterSeconds };

  const { code, stored } = createCode(secrets, { email, purpose });
  const { expiresAt } = stored;
  const queueMail = await prepareCodeMail({ email, purpose, code, expiresAt, language });
  await database.sql.transaction(async (transaction) => {
    await insertCode(transaction, { ...stored, sessionId: sessionId ?? null });
    if (withhold) await queueUnless(transaction, queueMail, await withhold(transaction, email));
    else await queueMail(transaction);
  });
  return { id: stored.id, email };
}

/** Queues a mail in any case, and takes that back where it is not to be sent. */
async function queueUnless(database: Sql, queueMail: (database: Sql) => Promise<void>, isWithheld: boolean) {
  const queued = database.transaction(async (savepoint) => {
    await queueMail(savepoint);
    if (isWithheld) savepoint.rollback();
  });
  await queued.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
}
