import { type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import {
  type FetchHandler,
  type RequestInfo,
  type RunningServer,
  startHttpServer,
  type HttpServerOptions,
} from "./http-server.ts";
import type { HandlerResponse } from "./text-response.ts";

export type TestServer = RunningServer & { port: number; logged: Array<Record<string, unknown>> };

/** Starts a server on a free port with `fetch` as its app; it is closed after the test. */
export async function startServer(
  fetch: (request: Request, info: RequestInfo) => HandlerResponse | Promise<HandlerResponse> = () =>
    new Response("hello"),
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
    ready: async () => ({ ready: true, details: {} }),
    ...options,
  });
  onTestFinished(() => running.close());
  return { ...running, port: Number(new URL(running.address).port), logged };
}

export type TestResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };

/** Sends a request on its own connection, with exactly these headers and the host of the server's URL. */
export function send(
  server: TestServer,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
    localAddress,
  }: { method?: string; headers?: Record<string, string>; body?: string; localAddress?: string } = {},
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: server.port,
        path,
        method,
        agent: false,
        localAddress,
        headers: {
          host: new URL(server.url).host,
          ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            text: bytes.toString(),
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
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
  let onChange = () => {};
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    onChange();
  });
  for (const event of ["end", "close", "error"]) {
    socket.on(event, () => {
      isEnded = true;
      onChange();
    });
  }
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once("connect", resolve));

  const when = (condition: () => boolean, description: string) =>
    new Promise<string>((resolve, reject) => {
      onChange = () => {
        if (condition()) resolve(received);
        else if (isEnded) reject(new Error(`The connection ended without ${description}: ${received}`));
      };
      onChange();
    });
  return {
    socket,
    write: (text) => void socket.write(text),
    until: (pattern) => when(() => pattern.test(received), String(pattern)),
    ended: () => when(() => isEnded, "end"),
  };
}

/** Polls until the condition is true, for at most 5 s. */
export async function waitFor(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Still false after 5 s: ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
