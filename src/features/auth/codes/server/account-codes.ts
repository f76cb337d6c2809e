import { ORPCError } from "@orpc/server";
import type { Sql } from "#server/database/connect.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/permission.ts";
import { createCodeMails } from "#features/auth/mails/code-mails.ts";
import { answerWithCode } from "./verify-code.ts";
import { askForCode, type AskedCode } from "./request-code.ts";
import type { Asker } from "./rate-limits.ts";
import type { CodePurpose } from "./create-code.ts";
import type { Refusal } from "#features/auth/server/api-errors.ts";
import { findSessionCode } from "../store.ts";
import { answerErrors } from "../contract-errors.ts";

/*
 * Codes for someone who is signed in. Each belongs to the session, and by that to one person and one browser; the budgets
 * are those of signing in.
 */

type AccountPurpose = Exclude<CodePurpose, "sign-in">;

/**
 * Sends a code to an address of the caller's.
 * @param asked.email the caller's own address, or one that they want to have
 * @throws the refusal, as one of `askingErrors`
 */
export async function sendAccountCode(
  context: OperationContext,
  asked: { purpose: AccountPurpose; email: string } & Pick<AskedCode, "withhold">,
): Promise<void> {
  const { database, secrets, language } = context;
  const services = { database, secrets, prepareCodeMail: createCodeMails(secrets) };
  const { sessionId } = requireCaller(context);
  const sent = await askForCode(services, {
    ...asked,
    sessionId,
    language,
    asker: (email) => askerOf(context, email),
  });
  if ("refused" in sent) throw errorOf(sent);
}

/**
 * Compares what the caller typed with the code that their session asked for.
 * @param answer.email the address that it was sent to
 * @param onRight what the right code does, in the transaction that uses it up
 * @throws the refusal, as one of `answerErrors`
 */
export async function answerAccountCode<Result>(
  context: OperationContext,
  answer: { purpose: AccountPurpose; email: string; code: string },
  onRight: (database: Sql) => Promise<Result>,
): Promise<Result> {
  const { sessionId } = requireCaller(context);
  const id = await findSessionCode(context.database.sql, { ...answer, sessionId });
  const asker = askerOf(context, answer.email);
  // Told apart by a wrapper: what the right code does may answer with anything.
  const outcome = await answerWithCode(context, { ...answer, id, asker }, async (transaction) => ({
    result: await onRight(transaction),
  }));
  if ("refused" in outcome) throw errorOf(outcome);
  return outcome.result;
}

function errorOf({ refused, retryAfterSeconds }: Refusal): Error {
  const known = Object.entries(answerErrors).find(([code]) => code === refused)?.[1];
  if (!known) return new Error(`A code was refused unexpectedly: ${refused}`);
  const { status, message } = known;
  return new ORPCError(refused, {
    status,
    message,
    ...(retryAfterSeconds && { data: { retryAfterSeconds } }),
  });
}

/** For their own address people have budgets of their own, which no stranger can use up. */
function askerOf(context: OperationContext, email: string): Asker {
  const { user } = requireCaller(context);
  const knownBrowser = email === user.email ? `of ${user.id}` : undefined;
  return { clientAddress: context.clientAddress, knownBrowser };
}
