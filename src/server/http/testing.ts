import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import type { FetchHandler } from "./fetch-handler.ts";
import type { RequestInfo } from "./http-context.ts";
import { type HttpServerOptions, type RunningServer, startHttpServer } from "./http-server.ts";

export type TestServer = RunningServer & { logged: Array<Record<string, unknown>> };

/** Starts a server on a free port with `fetch` as its app; it is closed after the test. */
export async function startServer(
  fetch: (request: Request, info: RequestInfo) => Response | Promise<Response> = () => new Response("hello"),
  {
    config,
    ...options
  }: Partial<Omit<HttpServerOptions, "config">> & { config?: Partial<HttpServerOptions["config"]> } = {},
): Promise<TestServer> {
  const logged: TestServer["logged"] = [];
  const app: FetchHandler = { fetch: async (...args) => fetch(...args) };
  const running = await startHttpServer({
    config: {
      baseUrl: new URL("http://localhost:0"),
      host: "127.0.0.1",
      port: 0,
      trustedProxies: [],
      ...config,
    },
    log: pino({ level: "debug", base: undefined }, { write: (line) => void logged.push(JSON.parse(line)) }),
    app,
    ready: () => ({ ready: true, details: {} }),
    ...options,
  });
  onTestFinished(() => running.close());
  return { ...running, logged };
}

export type TestResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };

/** Sends a request on its own connection, with exactly these headers and the host of the server's URL. */
export async function send(
  server: TestServer,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
    localAddress,
  }: { method?: string; headers?: Record<string, string>; body?: string; localAddress?: string } = {},
): Promise<TestResponse> {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const outgoing = request({
    host: "127.0.0.1",
    port: server.port,
    path,
    method,
    agent: false,
    localAddress,
    headers: { host: new URL(server.url).host, ...length, ...headers },
  });
  outgoing.on("error", () => {}); // Before the response, `once` throws it; afterwards it only ends the connection.
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const bytes = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString() };
}

/** Sends JSON as our own pages do, with their Origin. */
export function sendJson(
  server: TestServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return send(server, path, {
    method: "POST",
    headers: { origin: server.url, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Opens a TCP connection to the server. */
export async function openSocket(server: TestServer): Promise<{
  socket: Socket;
  write(text: string): void;
  /** Resolves with everything received, once it matches. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with everything received, once the server has closed the connection. */
  ended(): Promise<string>;
}> {
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  let isEnded = false;
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  for (const event of ["end", "close", "error"]) socket.on(event, () => (isEnded = true));
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return {
    socket,
    write: (text) => void socket.write(text),
    async until(pattern) {
      await waitFor(() => isEnded || pattern.test(received));
      if (!pattern.test(received)) throw new Error(`It ended without ${pattern}: ${received}`);
      return received;
    },
    async ended() {
      await waitFor(() => isEnded);
      return received;
    },
  };
}

/** Polls until the condition is true, for at most 10 s. */
export async function waitFor(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Still false after 10 s: ${condition}`);
    await sleep(1);
  }
}
