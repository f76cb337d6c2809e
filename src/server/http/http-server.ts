import type { EventEmitter } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { FetchHandler } from "./fetch-handler.ts";
import { createTrustedProxies } from "./trusted-proxies.ts";
import { acceptConnections } from "./connections.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { createReadinessCheck, type Readiness } from "./health.ts";
import { defaultLimits, type ServerLimits } from "./server-limits.ts";
import type { Middleware, ServerContext } from "./handle-request.ts";
import type { BodyRule } from "./request-rules.ts";
import { indexStaticFiles, type StaticFiles } from "./static-files.ts";

export type { FetchHandler } from "./fetch-handler.ts";
export type { RequestInfo } from "./http-context.ts";
export type { Readiness } from "./health.ts";

/** Why the server can't start, as one sentence for a person. */
export class ServerStartError extends Error {
  override name = "ServerStartError";
}

/** Vite, which answers before the app does. */
export type DevelopmentOptions = {
  middleware: Middleware;
  /** Hears of WebSockets ("upgrade", as on a server of node:http), so that Vite's shares our port. */
  upgradeEvents?: EventEmitter;
};

export type HttpServerOptions = {
  config: Pick<Config, "baseUrl" | "host" | "port" | "trustedProxies">;
  log: Log;
  app: FetchHandler;
  /** Asked by /ready. */
  ready: () => Promise<Readiness>;
  /** The build's files for the browser; none in development, where the middleware has them. */
  clientDir?: string;
  /** Answers what is asked for under /files/: what people uploaded. */
  fileHandler?: FetchHandler;
  /** Paths that take other bodies than 1 MiB of JSON. */
  bodyRules?: readonly BodyRule[];
  development?: DevelopmentOptions;
  limits?: Partial<ServerLimits>;
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
 * @throws ServerStartError where it can't listen, or where its files or its proxies can't be read.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { config, log, app, development, bodyRules: uploads = [] } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const clients = readProxies(config.trustedProxies);
  const files = options.clientDir === undefined ? undefined : await readStaticFiles(options.clientDir);
  const security = createSecurityHeaders({
    https: config.baseUrl.protocol === "https:",
    development: development !== undefined,
  });

  const http = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headerTimeoutMs,
    // Of what takes longer than others may, app.ts measures the time of each.
    requestTimeout: Math.max(
      limits.requestTimeoutMs,
      ...uploads.map(({ timeoutMs: timeout = 0 }) => timeout),
    ),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headerTimeoutMs / 4),
    shouldUpgradeCallback: (req) =>
      development?.upgradeEvents !== undefined && req.headers.upgrade?.toLowerCase() === "websocket",
  });
  http.maxConnections = limits.maxConnections;
  http.timeout = limits.stallTimeoutMs;
  await listen(http, config);
  const { port } = http.address() as AddressInfo;

  const server: ServerContext = {
    app,
    baseUrl: withRealPort(config.baseUrl, port),
    proxies: clients,
    files,
    limits,
    log,
    middleware: development?.middleware,
    readiness: createReadinessCheck(options.ready, { timeout: limits.readinessTimeoutMs, log }),
    security,
    fileHandler: options.fileHandler,
    bodyRules: uploads,
    isDraining: false,
  };
  const connections = acceptConnections(http, server, development?.upgradeEvents);

  let closing: Promise<void> | undefined;
  return {
    url: server.baseUrl.origin,
    address: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    close: () => (closing ??= connections.close()),
  };
}

function listen(http: HttpServer, { host, port }: Pick<Config, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ServerStartError(listenErrorMessage(error, host, port)));
    http.once("error", fail);
    http.listen({ host, port }, () => {
      http.off("error", fail);
      resolve();
    });
  });
}

function listenErrorMessage({ code }: NodeJS.ErrnoException, host: string, port: number): string {
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
    return createTrustedProxies(trustedProxies);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : String(error);
    throw new ServerStartError(`TRUSTED_PROXIES can't be used: ${reason}. Write 10.0.0.5 or 10.0.0.0/8.`);
  }
}

async function readStaticFiles(clientDir: string): Promise<StaticFiles> {
  try {
    return await indexStaticFiles(clientDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ServerStartError(
      `The built files in ${clientDir} can't be read (${code}): build the product first.`,
    );
  }
}

/** Where any free port was asked for (0), BASE_URL can't have named it. */
function withRealPort(baseUrl: URL, port: number): URL {
  const url = new URL(baseUrl);
  if (url.port === "0") url.port = String(port);
  return url;
}
