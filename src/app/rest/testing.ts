import { randomAddress } from "#features/auth/testing.ts";
import type { Services } from "#server/services.ts";
import { contextFor } from "../../../testing/context.ts";
import type { TestDatabase } from "../../../testing/database.ts";
import { createRequestContext } from "../request/create-request-context.server.ts";
import { createServices, processContextOf, signInAs } from "../request/testing.ts";
import { handleRest } from "./handle-rest.server.ts";

export type RestResponse = { status: number; body: unknown; headers: Headers };

/** Sends REST requests as the HTTP server hands them to the application. */
export function createRestClient(
  database: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
  log: Services["log"] = contextFor(database, null).log,
) {
  const ownAddress = randomAddress();
  const services = createServices(database, settings, log);
  const { config } = services;

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
    const context = createRequestContext(
      request,
      processContextOf(services, { clientAddress: o.clientAddress ?? ownAddress }),
    );
    const response = await handleRest({ request, context });
    const text = await response.text();
    return {
      status: response.status,
      body: text ? (JSON.parse(text) as unknown) : undefined,
      headers: response.headers,
    };
  }

  const signIn = (userId: string) => signInAs(services, userId);

  return Object.assign(send, { services, signIn });
}
