import type { Database, Sql } from "#server/database/connect.ts";
import { consumeLimits, refundLimit } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { type Failure, failure, rateLimitFailure } from "../../server/results.ts";
import { lockUser } from "../../store.ts";
import { checkCode } from "../code.ts";
import { type CodeOutcome, hasTooManyAttempts, consumeCode } from "../store.ts";
import { type CodePurpose, hashesOfCode } from "./create-code.ts";
import { attemptLimits, type Requester } from "./rate-limits.ts";

export type CodeAttempt = {
  /** The id of the code that this browser or session requested, if it did. */
  id: string | undefined;
  /** In its stored form. */
  email: string;
  purpose: CodePurpose;
  /** The signed-in user, if there is one: locked before the code, like everywhere (deadlocks). */
  userId?: string;
  /** As the user typed it. */
  code: string;
  requester: Requester;
};

/**
 * Verifies a code. Each attempt consumes the limits before the comparison, so that concurrent attempts can't exceed them;
 * a right code gives them back.
 * @param onSuccess runs in the transaction that uses up the code: if it throws, the code stays valid
 */
export async function verifyCode<Result>(
  { database, secrets }: { database: Database; secrets: Secrets },
  { id, email, purpose, userId, requester, code: typed }: CodeAttempt,
  onSuccess: (database: Sql) => Promise<Result>,
): Promise<Result | Failure> {
  const { code, problem } = checkCode(typed);
  if (problem) return failure(problem);
  if (id === undefined) return failure("NO_CHALLENGE");

  const limits = attemptLimits(email, requester);
  const { allowed, retryAfterSeconds } = await consumeLimits(database, [...limits.client, ...limits.email]);
  if (!allowed) return rateLimitFailure(retryAfterSeconds);

  const codeHashes = hashesOfCode(secrets, { id, email, purpose }, code);
  const { outcome, result } = await database.sql.transaction(async (transaction) => {
    if (userId !== undefined) await lockUser(transaction, { id: userId });
    const outcome = await consumeCode(transaction, { id, email, purpose, codeHashes });
    const isRight = outcome === "right";
    return {
      outcome,
      result: isRight ? await onSuccess(transaction) : await reject(transaction, outcome, id),
    };
  });

  // An expired or used code reveals nothing: the attempt counts for the client only.
  const refunded = {
    right: [...limits.client, ...limits.email],
    expired: limits.email,
    wrong: [],
    "last wrong": [],
  };
  for (const limit of refunded[outcome]) await refundLimit(database, limit);
  return result;
}

async function reject(database: Sql, outcome: Exclude<CodeOutcome, "right">, id: string): Promise<Failure> {
  if (outcome === "wrong") return failure("INVALID_OTP");
  const isExhausted = outcome === "last wrong" || (await hasTooManyAttempts(database, id));
  return failure(isExhausted ? "TOO_MANY_ATTEMPTS" : "OTP_EXPIRED");
}
