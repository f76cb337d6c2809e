import { createHash } from "node:crypto";
import { type AnyProcedure, ORPCError } from "@orpc/server";
import { and, eq, lte, sql } from "drizzle-orm";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller, requirePermission } from "#rpc/enforce-permission.server.ts";
import type { OperationMeta } from "#rpc/operation.ts";
import type { Sql } from "#server/database/connect.ts";
import { type RestErrorCode, restErrors } from "./errors.ts";
import { idempotentRequest } from "./table.ts";

const idempotencyHours = 24;

const idempotencyLimit = 10_000;

export type RestContext = OperationContext & { /** Of the request's header. */ idempotencyKey?: string };

type Call = { context: RestContext; path: readonly string[]; procedure: AnyProcedure; input: unknown };

/**
 * The value of an Idempotency-Key header: 1 to 255 printable ASCII characters, which the IETF draft puts in quotation
 * marks. Undefined without the header, null if it is invalid.
 */
export function readIdempotencyKey(headers: Headers): string | null | undefined {
  const header = headers.get("idempotency-key");
  if (header === null) return undefined;
  return /^(?<quote>"?)(?<key>[\x21\x23-\x7e]{1,255})\k<quote>$/.exec(header)?.groups?.key ?? null;
}

/** Whether a POST operation's answers can be stored: none of the account, which may contain secrets and set cookies. */
export function takesIdempotencyKey({ permission, confirmation }: OperationMeta): boolean {
  return permission !== "public" && !confirmation && !("account" in permission);
}

/**
 * For REST's `clientInterceptors`: a POST request with an Idempotency-Key that was answered within the last 24 hours, in the same
 * session, gets the stored answer. Otherwise the operation runs in the transaction that stores its answer, so that both are committed
 * or neither, whenever the process ends. Errors are not stored: what failed has changed nothing.
 * @throws IDEMPOTENCY_KEY_IN_USE while another request with the key runs, IDEMPOTENCY_KEY_REUSED if its input was another
 */
export async function answerOnce<Options extends Call>({
  next,
  ...call
}: Options & { next(call?: Omit<Options, "next">): Promise<unknown> }): Promise<unknown> {
  const { context, path, procedure, input } = call;
  const key = context.idempotencyKey;
  const { route, meta } = procedure["~orpc"];
  const { permission, denial } = meta as OperationMeta;
  if (key === undefined || route.method !== "POST" || !context.caller) return await next();
  if (permission === "public" || !takesIdempotencyKey(meta as OperationMeta))
    throw toError("IDEMPOTENCY_KEY_NOT_SUPPORTED");
  // A stored answer must not reach a caller who lost the permission.
  requirePermission(context, permission, denial);
  const { user, sessionId } = requireCaller(context);
  const request = {
    userId: user.id,
    // Two programs of one user may choose the same key: neither gets the other's answer.
    keyHash: hash(`${sessionId} ${key}`),
    requestHash: hash(JSON.stringify([path, input])),
  };
  return await context.database.sql.transaction(async (sql) => {
    if (!(await lock(sql, request))) throw toError("IDEMPOTENCY_KEY_IN_USE");
    const stored = await findAnswer(sql, request);
    if (stored && stored.requestHash !== request.requestHash) throw toError("IDEMPOTENCY_KEY_REUSED");
    if (stored) return JSON.parse(stored.answer) as unknown;
    if (
      (await sql.$count(idempotentRequest, eq(idempotentRequest.userId, request.userId))) >= idempotencyLimit
    )
      throw new ORPCError("TOO_MANY_REQUESTS", tooMany);
    const database = { ...context.database, sql };
    const output = await next({ ...call, context: { ...context, database } });
    await sql.insert(idempotentRequest).values({ ...request, answer: JSON.stringify(output) });
    return output;
  });
}

function toError(code: RestErrorCode) {
  return new ORPCError(code, restErrors[code]);
}

const tooMany = {
  status: 429,
  message: `At most ${idempotencyLimit} requests with an Idempotency-Key are answered within ${idempotencyHours} hours`,
  data: { retryAfterSeconds: 3_600 },
};

type StoredRequest = typeof idempotentRequest.$inferInsert;

/** Locks a key for the transaction. @returns false if another request has it */
async function lock(database: Sql, { userId, keyHash }: Pick<StoredRequest, "userId" | "keyHash">) {
  const { rows } = await database.execute<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${keyHash}`}, 0)) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}

async function findAnswer(database: Sql, { userId, keyHash }: Pick<StoredRequest, "userId" | "keyHash">) {
  const isSame = and(eq(idempotentRequest.userId, userId), eq(idempotentRequest.keyHash, keyHash));
  const [found] = await database.select().from(idempotentRequest).where(isSame);
  return found;
}

/** Deletes the answers that are no longer repeated. */
export async function deleteOldAnswers(database: Sql): Promise<void> {
  const oldest = sql`now() - make_interval(hours => ${idempotencyHours})`;
  await database.delete(idempotentRequest).where(lte(idempotentRequest.createdAt, oldest));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
