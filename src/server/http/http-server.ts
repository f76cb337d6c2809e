import type { EventEmitter } from "node:events";
import { createServer, type Server as NodeServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { acceptConnections } from "./connections.ts";
import type { FetchHandler } from "./fetch-handler.ts";
import type { Middleware, MountedHandler, ServerContext } from "./handle-request.ts";
import { createForwardingCheck } from "./forwarding-headers.ts";
import { createReadinessCheck, type Readiness } from "./health.ts";
import { createPageCache, type FindSharedPage } from "./page-cache.ts";
import { createPolicyReports, policyReportRule } from "./policy-reports.ts";
import type { HttpContext } from "./http-context.ts";
import { createFairLimit } from "#server/limits/fair-limit.ts";
import { type BodyRule, tooManyAtOnce } from "./request-rules.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { defaultLimits, type ServerLimits } from "./server-limits.ts";
import { indexStaticFiles, type StaticFiles } from "./static-files.ts";
import { createTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";
import { StartError } from "#server/start-error.ts";

export type { FetchHandler } from "./fetch-handler.ts";
export type { MountedHandler } from "./handle-request.ts";
export type { Readiness } from "./health.ts";
export type { RequestInfo } from "./http-context.ts";

export type HttpServerOptions = {
  config: Pick<Config, "baseUrl" | "host" | "port" | "trustedProxies">;
  log: Log;
  app: FetchHandler;
  /** The check behind /ready. */
  ready: () => Promise<Readiness>;
  /** The page that a request shares with others, if it does: such pages are cached. */
  sharedPage?: FindSharedPage | undefined;
  /** The folder of built files for browsers; undefined in development, where the middleware has them. */
  clientDir?: string;
  /** Sends uploaded files. */
  fileHandler?: MountedHandler;
  /** Paths that accept other bodies than 1 MiB of JSON. */
  bodyRules?: readonly BodyRule[];
  /** Vite: its middleware comes before the app, and its WebSocket shares the port ("upgrade" events, as in node:http). */
  development?: { middleware: Middleware; upgradeEvents?: EventEmitter };
  limits?: Partial<ServerLimits>;
};

export type RunningServer = {
  /** BASE_URL, with the actual port if PORT is 0. */
  url: string;
  /** The address that the server listens on. */
  address: string;
  /** Stops accepting connections, and resolves when the running requests have finished or after 10 s. */
  close(): Promise<void>;
};

/**
 * Starts the HTTP server: health checks, built files, uploaded files and the app, behind one set of rules
 * (docs/decisions/0004-server-of-our-own.md).
 * @throws StartError if it can't listen, or if the built files or TRUSTED_PROXIES can't be read
 */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { config, log, app, development, fileHandler, sharedPage } = options;
  const bodyRules = [...(options.bodyRules ?? []), policyReportRule];
  const limits = { ...defaultLimits, ...options.limits };
  const proxies = readProxies(config.trustedProxies);
  const staticFiles = options.clientDir === undefined ? undefined : await readStaticFiles(options.clientDir);

  const http = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headerTimeoutMs,
    // callHandler enforces each rule's own timeout.
    requestTimeout: Math.max(limits.requestTimeoutMs, ...bodyRules.map(({ timeoutMs = 0 }) => timeoutMs)),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headerTimeoutMs / 4),
    shouldUpgradeCallback: (req) =>
      development?.upgradeEvents !== undefined && req.headers.upgrade?.toLowerCase() === "websocket",
  });
  // Beyond the limit a new connection replaces another client's, so this is for those of proxies.
  http.maxConnections = 2 * limits.maxConnections;
  http.timeout = limits.stallTimeoutMs;
  await listen(http, config);
  const { port } = http.address() as AddressInfo;

  const policyReports = createPolicyReports({ log });
  const forwarding = createForwardingCheck({ proxies, log });
  const baseUrl = withActualPort(config.baseUrl, port);
  const security = createSecurityHeaders({
    isHttps: config.baseUrl.protocol === "https:",
    isDevelopment: development !== undefined,
  });
  const isReady = createReadinessCheck(options.ready, { timeoutMs: limits.readinessTimeoutMs, log });
  const server: ServerContext = {
    app,
    baseUrl,
    bodyRules,
    fileHandler,
    forwarding,
    limits,
    log,
    middleware: development?.middleware,
    policyReports,
    proxies,
    readiness: async () => {
      const { ready, details } = await isReady();
      return { ready, details: { ...details, ...policyReports.details(), ...forwarding.details() } };
    },
    pageCache: sharedPage && createPageCache({ find: sharedPage, app, baseUrl, log, security }),
    security,
    staticFiles,
    isDraining: false,
    requests: createFairLimit({
      total: limits.maxRequests,
      perClient: limits.maxRequestsPerClient,
      onEvict: endRequest,
    }),
    largeBodies: createFairLimit({
      total: limits.maxLargeBodies,
      perClient: limits.maxLargeBodiesPerClient,
      onEvict: endRequest,
    }),
  };
  const connections = acceptConnections(http, server, development?.upgradeEvents);

  let closing: Promise<void> | undefined;
  return {
    url: server.baseUrl.origin,
    address: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    close: () => (closing ??= connections.close()),
  };
}

function endRequest({ res, reject }: HttpContext): void {
  if (res.headersSent) res.destroy();
  else reject(tooManyAtOnce);
}

function listen(http: NodeServer, { host, port }: Pick<Config, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = ({ code }: NodeJS.ErrnoException) =>
      reject(new StartError(listenErrorMessage(code, host, port)));
    http.once("error", onError);
    http.listen({ host, port }, () => {
      http.off("error", onError);
      resolve();
    });
  });
}

function listenErrorMessage(code: string | undefined, host: string, port: number): string {
  const otherPort = port < 65_535 ? port + 1 : port - 1;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use: stop the program that uses it, or choose another port with PORT=${otherPort}.`;
    case "EACCES":
      return `This user may not listen on port ${port}: choose one above 1023, for example PORT=3000.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return `HOST=${host} is not an address of this machine: choose one that is, for example HOST=127.0.0.1.`;
    default:
      return `The server can't listen on ${host}, port ${port} (${code}): check HOST and PORT.`;
  }
}

function readProxies(trustedProxies: readonly string[]): TrustedProxies {
  try {
    return createTrustedProxies(trustedProxies);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : String(error);
    throw new StartError(`TRUSTED_PROXIES is invalid: ${reason}. Write 10.0.0.5 or 10.0.0.0/8.`);
  }
}

async function readStaticFiles(clientDir: string): Promise<StaticFiles> {
  try {
    return await indexStaticFiles(clientDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The built files in ${clientDir} can't be read (${code}): build the product first.`);
  }
}

/** With PORT=0 the port is known only after listening. */
function withActualPort(baseUrl: URL, port: number): URL {
  const url = new URL(baseUrl);
  if (url.port === "0") url.port = String(port);
  return url;
}
