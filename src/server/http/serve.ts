import type { EventEmitter } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { App } from "./app.ts";
import { createClients } from "./client.ts";
import { acceptConnections } from "./connections.ts";
import { createSecurityHeaders } from "./headers.ts";
import { createReadiness, type Readiness } from "./health.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import type { Middleware, Server } from "./listener.ts";
import type { BodyRule } from "./rules.ts";
import { indexFiles, type StaticFiles } from "./static.ts";

export type { App } from "./app.ts";
export type { RequestInfo } from "./exchange.ts";
export type { Readiness } from "./health.ts";

/** Why the server can't start, as one sentence for a person. */
export class ServeError extends Error {
  override name = "ServeError";
}

/** Vite, which answers before the app does. */
export type Development = {
  middleware: Middleware;
  /** Hears of WebSockets ("upgrade", as on a server of node:http), so that Vite's shares our port. */
  upgrades?: EventEmitter;
};

export type ServeOptions = {
  config: Pick<Config, "baseUrl" | "host" | "port" | "trustedProxies">;
  log: Log;
  app: App;
  /** Asked by /ready. */
  ready: () => Promise<Readiness>;
  /** The build's files for the browser; none in development, where the middleware has them. */
  clientDir?: string;
  /** Answers what is asked for under /files/: what people uploaded. */
  uploaded?: App;
  /** Paths that take other bodies than 1 MiB of JSON. */
  uploads?: readonly BodyRule[];
  development?: Development;
  limits?: Partial<Limits>;
};

export type RunningServer = {
  /** Where people reach it: BASE_URL, with the real port where any was asked for. */
  url: string;
  /** Where it listens. */
  address: string;
  /** Stops accepting, lets running requests finish for at most 10 s, and resolves when all have ended. */
  close(): Promise<void>;
};

/**
 * Serves the product over HTTP: health checks, the built files, and the app, behind the rules of rules.ts.
 * @throws ServeError where it can't listen, or where its files or its proxies can't be read.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config, log, app, development, uploads = [] } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const clients = readProxies(config.trustedProxies);
  const files = options.clientDir === undefined ? undefined : await readFiles(options.clientDir);
  const security = createSecurityHeaders({
    https: config.baseUrl.protocol === "https:",
    development: development !== undefined,
  });

  const http = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTimeout,
    // Of what takes longer than others may, app.ts measures the time of each.
    requestTimeout: Math.max(limits.requestTimeout, ...uploads.map(({ timeout = 0 }) => timeout)),
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1_000, limits.headTimeout / 4),
    shouldUpgradeCallback: (req) =>
      development?.upgrades !== undefined && req.headers.upgrade?.toLowerCase() === "websocket",
  });
  http.maxConnections = limits.connections;
  http.timeout = limits.stallTimeout;
  await listen(http, config);
  const { port } = http.address() as AddressInfo;

  const server: Server = {
    app,
    baseUrl: withRealPort(config.baseUrl, port),
    clients,
    files,
    limits,
    log,
    middleware: development?.middleware,
    readiness: createReadiness(options.ready, { timeout: limits.readinessTimeout, log }),
    security,
    uploaded: options.uploaded,
    uploads,
    draining: false,
  };
  const connections = acceptConnections(http, server, development?.upgrades);

  let closing: Promise<void> | undefined;
  return {
    url: server.baseUrl.origin,
    address: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    close: () => (closing ??= connections.close()),
  };
}

function listen(http: HttpServer, { host, port }: Pick<Config, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new ServeError(sentenceFor(error, host, port)));
    http.once("error", fail);
    http.listen({ host, port }, () => {
      http.off("error", fail);
      resolve();
    });
  });
}

function sentenceFor({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  const other = port < 65_535 ? port + 1 : port - 1;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is taken: stop what uses it, or choose another with PORT=${other}.`;
    case "EACCES":
      return `Port ${port} is not open to this user: choose one above 1023, such as PORT=3000.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return `HOST=${host} is no address of this machine: choose one that is, such as HOST=127.0.0.1.`;
    default:
      return `The server can't listen on ${host}, port ${port} (${code}): check HOST and PORT.`;
  }
}

function readProxies(trustedProxies: readonly string[]) {
  try {
    return createClients(trustedProxies);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : String(error);
    throw new ServeError(`TRUSTED_PROXIES can't be used: ${reason}. Write 10.0.0.5 or 10.0.0.0/8.`);
  }
}

async function readFiles(clientDir: string): Promise<StaticFiles> {
  try {
    return await indexFiles(clientDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ServeError(`The built files in ${clientDir} can't be read (${code}): build the product first.`);
  }
}

/** Where any free port was asked for (0), BASE_URL can't have named it. */
function withRealPort(baseUrl: URL, port: number): URL {
  const url = new URL(baseUrl);
  if (url.port === "0") url.port = String(port);
  return url;
}
