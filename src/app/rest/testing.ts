import { sessionCookie } from "#features/auth/server/cookies.ts";
import { randomAddress } from "#features/auth/testing.ts";
import { session } from "#features/auth/table.ts";
import { type Config, readConfig } from "#server/config.ts";
import type { Services } from "#server/services.ts";
import { contextFor } from "../../../testing/context.ts";
import type { TestDatabase } from "../../../testing/database.ts";
import { createRequestContext } from "../request/create-request-context.server.ts";
import { handleRest } from "./handle-rest.server.ts";

export type RestResponse = { status: number; body: unknown; headers: Headers };

/** Sends REST requests as the HTTP server hands them to the application. */
export function createRestClient(
  database: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
  log: Services["log"] = contextFor(database, null).log,
) {
  const { secrets } = contextFor(database, null);
  const config: Config = readConfig(settings);
  const ownAddress = randomAddress();
  const services: Services = {
    ...{ config, database, secrets, log },
    replicas: database.replica && { choose: () => database.replica, readPosition: async () => 0n }, // optional: replicas
    files: { buildId: undefined },
    images: { store: () => Promise.reject(new Error("No operation needs it")) }, // optional: images
    mail: { isLate: () => false },
    live: { openStream: () => undefined }, // optional: live
  };

  /** By default from a network address of the client's own. */
  async function send(
    path: string,
    o: {
      method?: string;
      body?: unknown;
      headers?: Record<string, string>;
      clientAddress?: string;
    } = {},
  ): Promise<RestResponse> {
    const { body, method = body === undefined ? "GET" : "POST" } = o;
    const request = new Request(new URL(`/api/rest${path}`, config.baseUrl), {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...o.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const context = createRequestContext(request, {
      services,
      requestId: "test",
      clientAddress: o.clientAddress ?? ownAddress,
      isFromThisMachine: true,
      nonce: "",
      leaveSlot: () => {},
      addToLog: () => undefined,
      onClose: () => undefined,
      callerWatch: {
        watch: (_, signal) => ({ signal, end: () => undefined }),
        stop: () => Promise.resolve(),
      },
    });
    const response = await handleRest({ request, context });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? (JSON.parse(text) as unknown) : undefined,
      headers: response.headers,
    };
  }

  /** Signs a user in. @returns the headers of requests in their session */
  async function signIn(userId: string): Promise<{ cookie: string }> {
    const row = { userId, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + 30 * 86_400_000) };
    await database.sql.insert(session).values(row);
    const [cookie = ""] = sessionCookie(services, row).split(";");
    return { cookie };
  }

  return Object.assign(send, { services, signIn });
}
