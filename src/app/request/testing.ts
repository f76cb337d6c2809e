import { sessionCookie } from "#features/auth/server/cookies.ts";
import { session } from "#features/auth/table.ts";
import { readConfig } from "#server/config.ts";
import { createRequestBudgets } from "#server/limits/request-budget.ts";
import type { Services } from "#server/services.ts";
import { contextFor } from "../../../testing/context.ts";
import type { TestDatabase } from "../../../testing/database.ts";
import type { ProcessContext } from "./create-request-context.server.ts";

/** The services of a process with these settings, without what only files, mails and streams need. */
export function createServices(
  database: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
  log: Services["log"] = contextFor(database, null).log,
): Services {
  const { secrets } = contextFor(database, null);
  return {
    ...{ config: readConfig(settings), database, secrets, log },
    replicas: database.replica && { choose: () => database.replica, readPosition: async () => 0n }, // optional: replicas
    files: { buildId: undefined },
    images: { store: () => Promise.reject(new Error("No operation needs it")) }, // optional: images
    mail: { isLate: () => false },
    live: { openStream: () => undefined }, // optional: live
  };
}

/** What the process hands to the application with a request. */
export function processContextOf(services: Services, o: Partial<ProcessContext> = {}): ProcessContext {
  return {
    services,
    requestId: "test",
    clientAddress: "192.0.2.1",
    isFromThisMachine: true,
    nonce: "",
    leaveSlot: () => {},
    addToLog: () => undefined,
    onClose: () => undefined,
    budgets: createRequestBudgets(services.config),
    callerWatch: {
      watch: (_, signal) => ({ signal, end: () => undefined }),
      stop: () => Promise.resolve(),
    },
    ...o,
  };
}

/** Signs a user in. @returns the headers of requests in their session */
export async function signInAs(
  services: Services,
  userId: string,
  values: Partial<typeof session.$inferInsert> = {},
): Promise<{ cookie: string }> {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  const row = { userId, token: crypto.randomUUID(), expiresAt, ...values };
  await services.database.sql.insert(session).values(row);
  const [cookie = ""] = sessionCookie(services, row).split(";");
  return { cookie };
}
