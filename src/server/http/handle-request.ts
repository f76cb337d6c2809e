import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientNetwork } from "#server/limits/client-network.ts";
import type { FairLimit } from "#server/limits/fair-limit.ts";
import type { Log } from "#server/log.ts";
import { handleMetrics } from "#server/telemetry/handle-metrics.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";
import { callHandler, type FetchHandler } from "./fetch-handler.ts";
import type { ForwardingCheck } from "./forwarding-headers.ts";
import { noSlots, type RequestSlots } from "./handler-slots.ts";
import { handleHealthCheck, type Readiness } from "./health.ts";
import {
  type HttpContext,
  responseStatus,
  sendError,
  sendServerError,
  sendText,
  serverHeaders,
} from "./http-context.ts";
import { type PolicyReports, reportMethodError } from "./policy-reports.ts";
import {
  bodyError,
  type BodyRule,
  bodyRuleFor,
  isCrossOrigin,
  methodError,
  originError,
  tooManyAtOnce,
} from "./request-rules.ts";
import { isLoopbackAlias, requestUrl } from "./request-url.ts";
import { adoptTrustedOrigin, type Hosts } from "./hosts.ts";
import { policyReportPath } from "./security-headers.ts";
import type { ServerLimits } from "./server-limits.ts";
import { handleStaticFile, type StaticFiles } from "./static-files.ts";
import { elsewhereError, isFromThisMachine } from "./this-machine.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** A Connect middleware, for example Vite's. */
export type Middleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** A handler for all paths that start with a prefix. */
export type MountedHandler = FetchHandler & { pathPrefix: string };

/** The state that all requests share. */
export type ServerContext = {
  app: FetchHandler;
  hosts: Hosts;
  /** The origins of apps whose requests count as the product's own. */
  trustedOrigins: ReadonlySet<string>;
  bodyRules: readonly BodyRule[];
  fileHandlers: readonly MountedHandler[];
  forwarding: ForwardingCheck;
  limits: ServerLimits;
  log: Log;
  metrics: Metrics | undefined; // optional: telemetry
  middleware: Middleware | undefined;
  policyReports: PolicyReports;
  proxies: TrustedProxies;
  readiness: () => Readiness;
  staticFiles: StaticFiles | undefined;
  isDraining: boolean;
  /** Whether requests from elsewhere are rejected. */
  isForThisMachine: boolean;
  /** Unfinished requests, and those of them with a large body. */
  requests: FairLimit<HttpContext>;
  largeBodies: FairLimit<HttpContext>;
  /** The turns of a client's next request among those that the application handles. */
  slotsOf: (client: string) => RequestSlots;
};

/** Request ids that a trusted proxy may set. */
const requestIdPattern = /^[\w-]{8,64}$/;

/** Creates the context of a request, and logs the request when its response ends. */
export function createHttpContext(
  server: ServerContext,
  req: IncomingMessage,
  res: ServerResponse,
): HttpContext {
  const { proxies, limits, log } = server;
  const { socket } = req;
  const startedAt = performance.now();
  const bytesBefore = socket.bytesWritten;
  const clientAddress = proxies.clientAddress(
    socket.remoteAddress,
    req.headers["x-forwarded-for"]?.toString(),
  );
  const logged: Record<string, unknown> = {};
  const givenId = req.headers["x-request-id"]?.toString();
  const isTrusted = proxies.isTrusted(socket.remoteAddress);
  const hasId = givenId && requestIdPattern.test(givenId) && isTrusted;
  const context: HttpContext = {
    req,
    res,
    limits,
    log,
    ...server.hosts.find(req.headers.host),
    info: {
      requestId: hasId ? givenId : randomUUID(),
      clientAddress,
      isFromThisMachine: isFromThisMachine(req),
      addToLog: (fields) => void Object.assign(logged, fields),
      onClose: (listener) => void (res.closed ? listener() : res.once("close", listener)),
      nonce: randomUUID(),
      leaveSlot: () => context.slots.leave(),
    },
    client: clientNetwork(clientAddress),
    path: req.url?.split("?", 1)[0] ?? "",
    isRoutine: false,
    slots: noSlots,
    reject: (error) => sendError(context, error),
    takeLargeBody() {
      const release = server.largeBodies.take(context.client, context);
      if (release) res.on("close", release);
      return release !== undefined;
    },
  };
  if (server.isDraining) res.shouldKeepAlive = false;
  if (!isTrusted) delete req.headers.traceparent; // optional: telemetry
  server.metrics?.measure(context); // optional: telemetry

  // "close" is emitted once: `once` would only wrap and remove each listener.
  res.on("close", () => {
    const status = responseStatus(res);
    const ms = performance.now() - startedAt;
    const level = context.isRoutine ? "debug" : status >= 500 ? "error" : "info";
    log[level](
      {
        id: context.info.requestId,
        method: req.method,
        path: context.path,
        status,
        ms: Math.round(ms * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        client: context.info.clientAddress,
        ...logged,
        ...(!res.writableFinished && { unfinished: true }),
      },
      "request",
    );
  });
  return context;
}

/** Checks a request against every rule, in this order, and passes it to its handler. */
export function handleRequest(server: ServerContext, context: HttpContext): void {
  const { req, baseUrl } = context;
  const { app, bodyRules, fileHandlers, limits, middleware, policyReports } = server;
  const { staticFiles } = server;
  server.forwarding.check(req);

  const wrongMethod = methodError(req.method);
  if (wrongMethod) return context.reject(wrongMethod);
  const target = req.url ?? "";
  if (target.length > limits.maxUrlLength) {
    context.path = context.path.slice(0, 200);
    return context.reject({ status: 414, message: "The URL is too long: shorten it." });
  }
  if (target.split("&").length > limits.maxParameters)
    return context.reject({ status: 400, message: "The URL has too many parameters: send fewer." });
  const url = requestUrl(target, baseUrl);
  if (!url) return context.reject({ status: 400, message: "The URL is invalid: check its spelling." });
  const path = url.pathname;
  context.path = path;

  if (handleHealthCheck(context, server)) return;
  if (handleMetrics(context, server.metrics)) return; // optional: telemetry
  if ((req.method === "GET" || req.method === "HEAD") && isLoopbackAlias(req.headers.host, baseUrl)) {
    return sendText(context, { status: 308, text: `${url.href}\n`, headers: { location: url.href } });
  }
  adoptTrustedOrigin(req, server.trustedOrigins, baseUrl.origin);
  const rule = bodyRuleFor(path, bodyRules, limits);
  const isReport = path === policyReportPath;
  const error =
    elsewhereError(context, server) ??
    (isReport ? reportMethodError(req.method) : originError(context, baseUrl.origin)) ??
    bodyError(req, rule);
  if (error) return context.reject(error);

  const fileHandler = fileHandlers.find(({ pathPrefix }) => path.startsWith(pathPrefix));
  const isStored = fileHandler !== undefined;
  if (staticFiles && handleStaticFile(context, staticFiles, { isStored })) return;
  context.releaseRequest = server.requests.take(context.client, context);
  if (!context.releaseRequest) return context.reject(tooManyAtOnce);
  context.res.on("close", context.releaseRequest);
  if (fileHandler || isReport) {
    context.isRoutine = true;
    return void callHandler(context, fileHandler ?? policyReports.handler, { url, rule });
  }
  const slots = server.slotsOf(context.client);
  const callApp = () => void callHandler(context, app, { url, rule, slots });
  // Pages of other origins must not read the sources, which Vite serves.
  if (middleware && !isCrossOrigin(req, baseUrl.origin)) callMiddleware(context, middleware, callApp);
  else callApp();
}

function callMiddleware(context: HttpContext, middleware: Middleware, callApp: () => void): void {
  const { req, res, info, log } = context;
  const headers = serverHeaders(context.security, info.requestId);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  context.isRoutine = true;
  middleware(req, res, (error) => {
    context.isRoutine = false;
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    if (error === undefined || error === null) return callApp();
    log.error({ id: info.requestId, err: error }, "The development server failed");
    sendServerError(context, 500, "The development server failed: see its log.");
  });
}
