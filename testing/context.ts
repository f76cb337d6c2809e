import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/server";
import { accessFor } from "#app/access/access.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { readConfig } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { createLog } from "#server/log.ts";
import { decryptMail, type MailContent } from "#server/mail/queue.ts";
import { createSecrets } from "#server/secret.ts";
import { lockCaller } from "#features/auth/sessions/server/check-callers.ts";
import { session } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";
import type { TestDatabase } from "./database.ts";

/** Access by the features' declarations, without AUTH_ADMIN_USER_IDS. */
export const access = accessFor([]);

const config = readConfig({});

/** The context of an operation that `caller` calls. */
export function contextFor(database: Database, caller: Caller | null): OperationContext {
  return {
    caller,
    lockCaller: (transaction) => lockCaller(transaction, { access, config }, caller),
    database,
    // optional: replicas
    reads: {
      findReplica: () => (database as Partial<TestDatabase>).replica,
      markWrite: () => undefined,
      cookie: () => Promise.resolve(undefined),
    },
    // end: replicas
    secrets: createSecrets("a secret of 32 characters or more"),
    access,
    providerName: (id) => id, // optional: social
    mail: { isLate: () => false },
    baseUrl: new URL("http://localhost:3000"),
    language: "en",
    requestId: "test",
    clientAddress: "192.0.2.1",
    userAgent: "Test/1.0",
    setSessionToken: () => undefined,
    setCookie: () => undefined,
    log: createLog({ level: "silent" }),
  };
}

/** The caller of a request in a session in which they have just confirmed that it's them. */
export function callerIn({ id, expiresAt }: { id: string; expiresAt: Date }, person: Caller["user"]): Caller {
  return {
    sessionId: id,
    expiresAt,
    isConfirmed: true,
    confirmationMethods: ["code"],
    user: person,
  };
}

/** Creates a user with a role and a session, in which they have just confirmed that it's them. */
export async function createCaller(database: Database, role: string): Promise<Caller> {
  const [row] = await database.sql
    .insert(user)
    .values({
      email: `${randomUUID()}@example.com`,
      name: "Someone",
      role,
      emailVerified: true,
      onboardedAt: new Date(),
    })
    .returning();
  if (!row) throw new Error("The user was not stored");
  const [signedIn] = await database.sql
    .insert(session)
    .values({ token: randomUUID(), userId: row.id, expiresAt: new Date(Date.now() + 3_600_000) })
    .returning();
  if (!signedIn) throw new Error("The session was not stored");
  return callerIn(signedIn, row);
}

/** The queued mails to an email, the newest last. */
export async function mailsTo(database: TestDatabase, email: string): Promise<MailContent[]> {
  const { secrets } = contextFor(database, null);
  const { rows } = await database.pool.query<{ sealed_mail: string }>(
    "select sealed_mail from mail_queue order by created_at",
  );
  return rows.map((row) => decryptMail(secrets, row.sealed_mail)).filter(({ to }) => to === email);
}

/** The result of an operation's call: "done", or its error's code. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    if (error instanceof ORPCError) return error.code;
    throw error;
  }
}

/** The error of a call that an operation rejects. @throws if the call succeeds, or fails otherwise */
export async function errorOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw new Error("The call was not rejected", { cause: error });
  return { code: error.code, status: error.status, data: error.data as unknown };
}
