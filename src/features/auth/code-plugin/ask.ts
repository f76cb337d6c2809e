import type { Database, Sql } from "#server/database/connect.ts";
import { spendAll } from "#server/limits/limits.ts";
import type { Secrets } from "#server/secret.ts";
import { checkEmail } from "../address.ts";
import { askingBudgets, type Asker } from "./budgets.ts";
import { type CodePurpose, createCode } from "./codes.ts";
import type { Refusal } from "./refusal.ts";
import { insertCode } from "./store.ts";

export type CodeToSend = { email: string; code: string; expiresAt: Date; language: string };

/** Writes the mail with a code, and returns what queues it in a transaction. */
export type PrepareCodeMail = (mail: CodeToSend) => Promise<(database: Sql) => Promise<void>>;

export type AskServices = { database: Database; secrets: Secrets; prepareCodeMail: PrepareCodeMail };

/**
 * Sends a code to an address. Whether anybody has an account there is not even looked up, so nothing about the answer
 * can depend on it.
 * @returns the code's id, for the browser that asks, and the address in its stored form
 */
export async function askForCode(
  { database, secrets, prepareCodeMail }: AskServices,
  asked: { email: string; purpose: CodePurpose; language: string; asker: (email: string) => Asker },
): Promise<{ id: string; email: string } | Refusal> {
  const { email, problem } = checkEmail(asked.email);
  if (problem) return { refused: problem };

  const budgets = askingBudgets(email, asked.asker(email));
  const { allowed, retryAfterSeconds } = await spendAll(database.sql, budgets);
  if (!allowed) return { refused: "TOO_MANY_REQUESTS", retryAfterSeconds };

  const { code, stored } = createCode(secrets, { email, purpose: asked.purpose });
  const { expiresAt } = stored;
  const queueMail = await prepareCodeMail({ email, code, expiresAt, language: asked.language });
  await database.sql.transaction(async (transaction) => {
    await insertCode(transaction, stored);
    await queueMail(transaction);
  });
  return { id: stored.id, email };
}
