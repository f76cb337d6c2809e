import { TransactionRollbackError } from "drizzle-orm";
import type { Database, Sql } from "#server/database/connect.ts";
import { consumeLimits } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { type Failure, rateLimitFailure } from "../../server/results.ts";
import { insertCode } from "../store.ts";
import { type CodePurpose, createCode } from "./create-code.ts";
import { type Requester, requestLimits } from "./rate-limits.ts";

export type CodeToSend = {
  email: string;
  purpose: CodePurpose;
  code: string;
  expiresAt: Date;
  language: string;
};

/** Renders the mail with a code. @returns a function that queues it in a transaction */
export type PrepareCodeMail = (mail: CodeToSend) => Promise<(database: Sql) => Promise<void>>;

export type CodeServices = { database: Database; secrets: Secrets; prepareCodeMail: PrepareCodeMail };

export type CodeRequest = {
  /** In its stored form. */
  email: string;
  purpose: CodePurpose;
  /** The session that the code is bound to, if the user is signed in. */
  sessionId?: string;
  language: string;
  requester: Requester;
  /** Decides whether to withhold the mail. The response and the statements are the same then. */
  withhold?: (database: Sql, email: string) => Promise<boolean>;
};

/**
 * Sends a code to an email. Sign-in doesn't look up whether there is an account, so the response can't depend on it.
 * @returns the code's id, which the browser must present with the code
 */
export async function requestCode(
  { database, secrets, prepareCodeMail }: CodeServices,
  { email, purpose, sessionId, language, requester, withhold }: CodeRequest,
): Promise<{ ok: true; id: string } | Failure> {
  const { allowed, retryAfterSeconds } = await consumeLimits(database.sql, requestLimits(email, requester));
  if (!allowed) return rateLimitFailure(retryAfterSeconds);

  const { code, stored } = createCode(secrets, { email, purpose });
  const { expiresAt } = stored;
  const queueMail = await prepareCodeMail({ email, purpose, code, expiresAt, language });
  await database.sql.transaction(async (transaction) => {
    await insertCode(transaction, { ...stored, sessionId: sessionId ?? null });
    if (withhold) await queueUnless(transaction, queueMail, await withhold(transaction, email));
    else await queueMail(transaction);
  });
  return { ok: true, id: stored.id };
}

/** Always queues a mail, and rolls that back if it is withheld: both take the same time. */
async function queueUnless(database: Sql, queueMail: (database: Sql) => Promise<void>, isWithheld: boolean) {
  const queued = database.transaction(async (savepoint) => {
    await queueMail(savepoint);
    if (isWithheld) savepoint.rollback();
  });
  await queued.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
}
