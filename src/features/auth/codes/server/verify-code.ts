import type { Database, Sql } from "#server/database/connect.ts";
import { consumeLimits, refundLimit } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { type Failure, failure, rateLimitFailure, replacedCodeFailure } from "../../server/results.ts";
import { lockUser } from "../../store.ts";
import { checkCode } from "../code.ts";
import { type CodeHolder, type CodeOutcome, consumeCode, findCode, hasTooManyAttempts } from "../store.ts";
import { type CodePurpose, hashesOfCode, isReplacedCode } from "./create-code.ts";
import { attemptLimits, type Requester } from "./rate-limits.ts";

export type CodeAttempt = {
  /** The browser or session that enters the code. A signed-in user is locked before the code, like everywhere (deadlocks). */
  holder: CodeHolder;
  /** In its stored form. */
  email: string;
  purpose: CodePurpose;
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
  { holder, email, purpose, requester, code: typed }: CodeAttempt,
  onSuccess: (database: Sql) => Promise<Result>,
): Promise<Result | Failure> {
  const { code, problem } = checkCode(typed);
  if (problem) return failure(problem);
  const newest = await findCode(database.sql, holder, { email, purpose });
  if (!newest) return failure("ids" in holder && holder.ids.length > 0 ? "OTP_EXPIRED" : "NO_CHALLENGE");

  const limits = attemptLimits(email, requester);
  const { allowed, retryAfterSeconds } = await consumeLimits(database, [...limits.client, ...limits.email]);
  if (!allowed) return rateLimitFailure(retryAfterSeconds);

  const { id } = newest;
  const codeHashes = hashesOfCode(secrets, { id, email, purpose }, code);
  const isReplaced = isReplacedCode(secrets, { ...newest, email, purpose }, code);
  const { outcome, result } = await database.sql.transaction(async (transaction) => {
    if ("userId" in holder) await lockUser(transaction, { id: holder.userId });
    const outcome = await consumeCode(transaction, { id, email, purpose, codeHashes, isReplaced });
    const isRight = outcome === "right";
    return {
      outcome,
      result: isRight ? await onSuccess(transaction) : await reject(transaction, outcome, newest),
    };
  });

  // An expired, used or replaced code reveals nothing: the attempt counts for the client only.
  const refunded = {
    right: [...limits.client, ...limits.email],
    expired: limits.email,
    replaced: limits.email,
    wrong: [],
    "last wrong": [],
  };
  for (const limit of refunded[outcome]) await refundLimit(database, limit);
  return result;
}

async function reject(
  database: Sql,
  outcome: Exclude<CodeOutcome, "right">,
  newest: { id: string; createdAt: Date },
): Promise<Failure> {
  if (outcome === "replaced") return replacedCodeFailure(newest);
  if (outcome === "wrong") return failure("INVALID_OTP");
  const isExhausted = outcome === "last wrong" || (await hasTooManyAttempts(database, newest.id));
  return failure(isExhausted ? "TOO_MANY_ATTEMPTS" : "OTP_EXPIRED");
}
