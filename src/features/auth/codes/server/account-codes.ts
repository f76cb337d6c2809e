import { createCodeMailer } from "#features/auth/mails/code-mailer.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import { recordFailedConfirmation } from "../../server/auth-activity.ts";
import { type Failure, operationError } from "../../server/results.ts";
import type { CodeHolder } from "../store.ts";
import type { CodePurpose } from "./create-code.ts";
import type { Requester } from "./rate-limits.ts";
import { type CodeRequest, requestCode } from "./request-code.ts";
import { verifyCode } from "./verify-code.ts";

/* Codes for a signed-in user. Each belongs to the user's session; the rate limits are those of signing in. */

type AccountPurpose = Exclude<CodePurpose, "sign-in">;

/**
 * Sends a code to the caller's email, or to one that they want to use.
 * @throws one of `requestCodeErrors`
 */
export async function requestAccountCode(
  context: OperationContext,
  request: { purpose: AccountPurpose; email: string } & Pick<CodeRequest, "withhold">,
): Promise<void> {
  const { database, secrets, language } = context;
  const services = { database, secrets, prepareCodeMail: createCodeMailer(context) };
  const requester = requesterOf(context, request);
  const sent = await requestCode(services, { ...request, holder: holderOf(context), language, requester });
  if (!sent.ok) throw operationError(sent);
}

/**
 * Verifies the code that the caller's session requested.
 * @param attempt.email the email that the code was sent to
 * @param onSuccess runs in the transaction that uses up the code
 * @throws one of `verifyCodeErrors`
 */
export async function verifyAccountCode<Result>(
  context: OperationContext,
  attempt: { purpose: AccountPurpose; email: string; code: string },
  onSuccess: (database: Sql) => Promise<Result>,
): Promise<Result> {
  const requester = requesterOf(context, attempt);
  const outcome = await verifyCode(
    context,
    { ...attempt, holder: holderOf(context), requester },
    async (transaction): Promise<{ ok: true; result: Result } | Failure> => {
      await context.lockCaller(transaction);
      return { ok: true, result: await onSuccess(transaction) };
    },
  );
  if (!outcome.ok) {
    await recordFailedConfirmation(context, outcome, "code");
    throw operationError(outcome);
  }
  return outcome.result;
}

function holderOf(context: OperationContext): CodeHolder {
  const { sessionId, user } = requireCaller(context);
  return { sessionId, userId: user.id };
}

/**
 * For their own email users have limits of their own, which no stranger can reach. Confirmations have further ones: the
 * code for what comes next can be requested right after them.
 */
function requesterOf(
  context: OperationContext,
  { email, purpose }: { email: string; purpose: AccountPurpose },
): Requester {
  const { user } = requireCaller(context);
  const { clientAddress, userAgent } = context;
  const subject = purpose === "confirm" ? `confirmation of ${user.id}` : `of ${user.id}`;
  const knownBrowser = email === user.email ? subject : undefined;
  return { clientAddress, userAgent, knownBrowser };
}
