import { TransactionRollbackError } from "drizzle-orm";
import type { Database, Sql } from "#server/database/connect.ts";
import { checkLimit, consumeLimits, type RateLimitResult } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { type Failure, rateLimitFailure } from "../../server/results.ts";
import { type CodeHolder, insertCode, insertMailLinks } from "../store.ts";
import { type CodePurpose, createCode } from "./create-code.ts";
import { createMailLinks, type MailLinkPurpose } from "./mail-links.ts";
import { type Requester, requestLimits, stopLimit } from "./rate-limits.ts";

export type CodeToSend = {
  email: string;
  purpose: CodePurpose;
  code: string;
  /** Not if it may be withheld (`Mail`). */
  isAwaited: boolean;
  language: string;
  /** The tokens of the mail's links. */
  linkTokens: Record<MailLinkPurpose, string>;
  /** The client that requested the code. */
  requester: Pick<Requester, "clientAddress" | "userAgent">;
};

/** Renders the mail with a code. @returns a function that queues it in a transaction */
export type PrepareCodeMail = (mail: CodeToSend) => Promise<(database: Sql) => Promise<void>>;

export type CodeServices = { database: Database; secrets: Secrets; prepareCodeMail: PrepareCodeMail };

export type CodeRequest = {
  /** In its stored form. */
  email: string;
  purpose: CodePurpose;
  /** The browser or session that the code is for. */
  holder: CodeHolder;
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
  { email, purpose, holder, language, requester, withhold }: CodeRequest,
): Promise<{ ok: true; id: string } | Failure> {
  const stop = await checkStop(database.sql, email, requester);
  const limit = stop.allowed ? await consumeLimits(database, requestLimits(email, requester)) : stop;
  if (!limit.allowed) return rateLimitFailure(limit.retryAfterSeconds);

  const { code, stored } = createCode(secrets, { email, purpose });
  const links = createMailLinks(email);
  const isAwaited = withhold === undefined;
  const mail = { email, purpose, code, isAwaited, language, linkTokens: links.tokens, requester };
  const queueMail = await prepareCodeMail(mail);
  await database.sql.transaction(async (transaction) => {
    await insertCode(transaction, stored, holder);
    await insertMailLinks(transaction, links.stored);
    if (withhold) await queueUnless(transaction, queueMail, await withhold(transaction, email));
    else await queueMail(transaction);
  });
  return { ok: true, id: stored.id };
}

/** Whether the mailbox's reader has stopped the mails that this requester would cause. */
async function checkStop(database: Sql, email: string, requester: Requester): Promise<RateLimitResult> {
  if (requester.knownBrowser || requester.usesMailLink) return { allowed: true, retryAfterSeconds: 0 };
  return checkLimit(database, stopLimit(email));
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
