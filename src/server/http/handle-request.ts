import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { filesPath } from "#server/files/names.ts";
import type { Log } from "#server/log.ts";
import { callHandler, type FetchHandler } from "./fetch-handler.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";
import { type HttpContext, serverHeaders, sendServerError, sendError, sendText } from "./http-context.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import { handleHealthCheck, type Readiness } from "./health.ts";
import { isLoopbackAlias, requestUrl } from "./request-url.ts";
import type { ServerLimits } from "./server-limits.ts";
import { type BodyRule, bodyRule, bodyError, methodError, originError } from "./request-rules.ts";
import { handleStaticFile, type StaticFiles } from "./static-files.ts";

/** A Connect middleware, such as Vite's. */
export type Middleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** All that answering needs to know, the same for every request. */
export type ServerContext = {
  app: FetchHandler;
  baseUrl: URL;
  proxies: TrustedProxies;
  files: StaticFiles | undefined;
  limits: ServerLimits;
  log: Log;
  middleware: Middleware | undefined;
  readiness: () => Promise<Readiness>;
  security: SecurityHeaders;
  fileHandler: FetchHandler | undefined;
  bodyRules: readonly BodyRule[];
  isDraining: boolean;
};

/** What a proxy of ours may say of a request's id. */
const requestIdPattern = /^[\w-]{8,64}$/;

/** Opens the exchange of a request, and logs it once it is over. */
export function createHttpContext(
  server: ServerContext,
  req: IncomingMessage,
  res: ServerResponse,
): HttpContext {
  const { proxies: clients, limits, log, security } = server;
  const { socket } = req;
  const startedAt = performance.now();
  const bytesBefore = socket.bytesWritten;
  const given = req.headers["x-request-id"];
  const exchange: HttpContext = {
    req,
    res,
    limits,
    log,
    security,
    info: {
      requestId:
        typeof given === "string" && requestIdPattern.test(given) && clients.isTrusted(socket.remoteAddress)
          ? given
          : randomUUID(),
      clientAddress: clients.clientAddress(socket.remoteAddress, req.headers["x-forwarded-for"]?.toString()),
      host: req.headers.host,
      nonce: randomUUID(),
    },
    path: req.url?.split("?", 1)[0] ?? "",
    isRoutine: false,
    awaitsContinue: false,
    reject: (refusal) => sendError(exchange, refusal),
  };
  if (server.isDraining) res.shouldKeepAlive = false;

  res.once("close", () => {
    // 499: who asked left before the answer began.
    const status = res.headersSent ? res.statusCode : 499;
    const level = status >= 500 && !exchange.isRoutine ? "error" : exchange.isRoutine ? "debug" : "info";
    log[level](
      {
        id: exchange.info.requestId,
        method: req.method,
        path: exchange.path,
        status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        client: exchange.info.clientAddress,
        ...(!res.writableFinished && { unfinished: true }),
      },
      "request",
    );
  });
  return exchange;
}

/** Takes a request through every rule, in this order, to whoever answers it. */
export function handleRequest(server: ServerContext, exchange: HttpContext): void {
  const { req } = exchange;
  const { baseUrl, limits } = server;

  const wrongMethod = methodError(req.method);
  if (wrongMethod) return exchange.reject(wrongMethod);
  const target = req.url ?? "";
  if (target.length > limits.maxUrlLength) {
    exchange.path = exchange.path.slice(0, 200);
    return exchange.reject({ status: 414, message: "The address is too long: shorten it." });
  }
  const url = requestUrl(target, baseUrl);
  if (!url)
    return exchange.reject({ status: 400, message: "The address is unreadable: check its spelling." });
  exchange.path = url.pathname;

  if (handleHealthCheck(exchange, server)) return;
  if ((req.method === "GET" || req.method === "HEAD") && isLoopbackAlias(req.headers.host, baseUrl)) {
    return sendText(exchange, { status: 308, text: `${url.href}\n`, headers: { location: url.href } });
  }
  const rule = bodyRule(url.pathname, server.bodyRules, limits.maxBodyBytes);
  const refusal = originError(req, baseUrl.origin) ?? bodyError(req, rule);
  if (refusal) return exchange.reject(refusal);

  if (server.files && handleStaticFile(exchange, server.files)) return;
  if (server.fileHandler && url.pathname.startsWith(filesPath)) {
    exchange.isRoutine = true;
    return void callHandler(exchange, server.fileHandler, url, rule);
  }
  const toApp = () => void callHandler(exchange, server.app, url, rule);
  if (server.middleware) handleInDevelopment(server, server.middleware, exchange, toApp);
  else toApp();
}

function handleInDevelopment(
  { log }: ServerContext,
  middleware: Middleware,
  exchange: HttpContext,
  toApp: () => void,
): void {
  const { req, res, info } = exchange;
  for (const [name, value] of Object.entries(serverHeaders(exchange, {}))) res.setHeader(name, value);
  exchange.isRoutine = true;
  middleware(req, res, (error) => {
    exchange.isRoutine = false;
    // Whoever answers now says its own.
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    if (error === undefined || error === null) return toApp();
    log.error({ id: info.requestId, err: error }, "The development server failed");
    sendServerError(exchange, 500, "The development server could not answer this: its log says why.");
  });
}
