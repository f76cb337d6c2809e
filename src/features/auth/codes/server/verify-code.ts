import type { Database, Sql } from "#server/database/connect.ts";
import { refundLimit, consumeLimits } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { checkCode } from "../code.ts";
import { addressAnswerBudget, type Asker, clientAnswerBudget } from "./rate-limits.ts";
import { type CodePurpose, hashCode } from "./create-code.ts";
import type { Refusal } from "#features/auth/server/api-errors.ts";
import { answerCode, type Outcome, wasGuessed } from "../store.ts";

/** An answer to a code that was sent to an address. */
export type CodeAnswer = {
  /** The id of the code that was asked for here; undefined where none was. */
  id: string | undefined;
  /** In its stored form. */
  email: string;
  purpose: CodePurpose;
  /** As it was typed. */
  code: string;
  asker: Asker;
};

/**
 * Compares an answer with the code that was sent. It is paid for before it is compared, so that any number of answers at
 * once can't exceed the budgets; one that turns out right is not counted.
 * @param onRight what a right answer opens, in the transaction that uses the code up: where it throws, the code stays
 */
export async function answerWithCode<Result>(
  { database, secrets }: { database: Database; secrets: Secrets },
  { id, email, purpose, asker, ...typed }: CodeAnswer,
  onRight: (database: Sql) => Promise<Result>,
): Promise<Result | Refusal> {
  const { code, problem } = checkCode(typed.code);
  if (problem) return { refused: problem };
  if (id === undefined) return { refused: "NO_CHALLENGE" };

  const ofClient = clientAnswerBudget(asker);
  const ofAddress = addressAnswerBudget(email, asker);
  const { allowed, retryAfterSeconds } = await consumeLimits(database.sql, [ofClient, ofAddress]);
  if (!allowed) return { refused: "TOO_MANY_REQUESTS", retryAfterSeconds };

  const codeHash = hashCode(secrets, { id, email, purpose }, code);
  const { outcome, result } = await database.sql.transaction(async (transaction) => {
    const outcome = await answerCode(transaction, { id, email, purpose, codeHash });
    const result = outcome === "right" ? await onRight(transaction) : await refuse(transaction, outcome, id);
    return { outcome, result };
  });

  // Nothing was learned from a code that is over: answering it costs the client, and not the address.
  if (outcome === "right" || outcome === "spent") await refundLimit(database.sql, ofAddress);
  if (outcome === "right") await refundLimit(database.sql, ofClient);
  return result;
}

async function refuse(database: Sql, outcome: Exclude<Outcome, "right">, id: string): Promise<Refusal> {
  if (outcome === "wrong") return { refused: "INVALID_OTP" };
  if (outcome === "last wrong" || (await wasGuessed(database, id))) return { refused: "TOO_MANY_ATTEMPTS" };
  return { refused: "OTP_EXPIRED" };
}
