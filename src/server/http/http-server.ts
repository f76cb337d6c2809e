import type { EventEmitter } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";
import { acceptConnections } from "./connections.ts";
import type { FetchHandler } from "./fetch-handler.ts";
import type { Middleware, MountedHandler, ServerContext } from "./handle-request.ts";
import { createForwardingCheck } from "./forwarding-headers.ts";
import type { Readiness } from "./health.ts";
import { createPolicyReports, policyReportRule } from "./policy-reports.ts";
import { createHandlerSlots } from "./handler-slots.ts";
import type { HttpContext } from "./http-context.ts";
import { createHosts } from "./hosts.ts";
import { createFairLimit } from "#server/limits/fair-limit.ts";
import { type BodyRule, tooManyAtOnce } from "./request-rules.ts";
import { defaultLimits, type ServerLimits } from "./server-limits.ts";
import { listen } from "./listen.ts";
import { indexStaticFiles } from "./static-files.ts";
import { isDirect } from "./this-machine.ts";
import { createTrustedProxies } from "./trusted-proxies.ts";

export type HttpServerOptions = {
  config: Pick<Config, "baseUrl" | "host" | "port" | "trustedProxies"> &
    Partial<Pick<Config, "hosts" | "trustedOrigins" | "assetsOrigin">>;
  log: Log;
  app: FetchHandler;
  metrics?: Metrics | undefined; // optional: telemetry
  /** What /ready answers. */
  ready: () => Readiness;
  /** The folder of built files for browsers; undefined in development, where the middleware has them. */
  clientDir?: string;
  /** Send stored files, also built ones that `clientDir` doesn't have. */
  fileHandlers?: readonly MountedHandler[];
  /** Paths that accept other bodies than 64 KiB of JSON. */
  bodyRules?: readonly BodyRule[];
  /** Whether only this machine is served, because the product uses services that are for this machine only. */
  isForThisMachine?: boolean;
  /** Vite: its middleware comes before the app, and its WebSocket shares the port ("upgrade" events, as in node:http). */
  development?: { middleware: Middleware; upgradeEvents?: EventEmitter };
  limits?: Partial<ServerLimits>;
};

export type RunningServer = {
  /** BASE_URL, with the actual port if PORT is 0. */
  url: string;
  port: number;
  /**
   * Reports for `delayMs` that it isn't ready, and still serves requests. Then stops accepting connections, and resolves
   * when the running requests have finished or after 10 s. A second call without a delay ends the delay of the first.
   */
  close(o?: { delayMs?: number }): Promise<void>;
};

/**
 * Starts the HTTP server: health checks, built files, stored files and the app, behind one set of rules
 * (docs/decisions/0004-server-of-our-own.md).
 * @throws StartError if it can't listen, or if the built files or TRUSTED_PROXIES can't be read
 */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { config, log, app, development, fileHandlers = [], isForThisMachine = false } = options;
  const bodyRules = [...(options.bodyRules ?? []), policyReportRule];
  const limits = { ...defaultLimits, ...options.limits };
  const proxies = createTrustedProxies(config.trustedProxies);
  const staticFiles = options.clientDir === undefined ? undefined : await indexStaticFiles(options.clientDir);

  const http = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headerTimeoutMs,
    // callHandler enforces each rule's own timeout.
    requestTimeout: Math.max(limits.requestTimeoutMs, ...bodyRules.map(({ timeoutMs = 0 }) => timeoutMs)),
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headerTimeoutMs / 4),
    shouldUpgradeCallback: (req) =>
      development?.upgradeEvents !== undefined &&
      req.headers.upgrade?.toLowerCase() === "websocket" &&
      (!isForThisMachine || isDirect(req)),
  });
  // Beyond the limit a new connection replaces another client's, so this is for those of proxies.
  http.maxConnections = 2 * limits.maxConnections;
  http.timeout = limits.stallTimeoutMs;
  await listen(http, config);
  const { port } = http.address() as AddressInfo;

  const policyReports = createPolicyReports({ log });
  const forwarding = createForwardingCheck({ proxies, log });
  const baseUrl = new URL(config.baseUrl);
  if (baseUrl.port === "0") baseUrl.port = String(port);
  const hosts = createHosts([baseUrl, ...(config.hosts ?? []).slice(1)], {
    isDevelopment: development !== undefined,
    assetsOrigin: config.assetsOrigin,
  });
  const server: ServerContext = {
    app,
    hosts,
    trustedOrigins: new Set(config.trustedOrigins),
    bodyRules,
    fileHandlers,
    forwarding,
    limits,
    log,
    metrics: options.metrics, // optional: telemetry
    middleware: development?.middleware,
    policyReports,
    proxies,
    readiness: () => {
      const { ready, details } = options.ready();
      return { ready, details: { ...details, ...policyReports.details(), ...forwarding.details() } };
    },
    staticFiles,
    isDraining: false,
    isForThisMachine,
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
    slotsOf: createHandlerSlots(http, limits),
  };
  const connections = acceptConnections(http, server, development?.upgradeEvents);

  const delay = new AbortController();
  const closeAfter = async (delayMs: number) => {
    connections.drain();
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: delay.signal }).catch(() => undefined);
    await connections.close();
  };
  let closing: Promise<void> | undefined;
  return {
    url: baseUrl.origin,
    port,
    close({ delayMs = 0 } = {}) {
      if (delayMs === 0) delay.abort();
      return (closing ??= closeAfter(delayMs));
    },
  };
}

function endRequest({ res, reject }: HttpContext): void {
  if (res.headersSent) res.destroy();
  else reject(tooManyAtOnce);
}
