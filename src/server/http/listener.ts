import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { filesPath } from "#server/files/names.ts";
import type { Log } from "#server/log.ts";
import { answerWithApp, type App } from "./app.ts";
import type { Clients } from "./client.ts";
import { type Exchange, ownHeaders, sendFailure, sendRefusal, sendText } from "./exchange.ts";
import type { SecurityHeaders } from "./headers.ts";
import { answerHealth, type Readiness } from "./health.ts";
import { isSiblingHost, requestUrl } from "./host.ts";
import type { Limits } from "./limits.ts";
import { type BodyRule, bodyRule, refuseBody, refuseMethod, refuseOrigin } from "./rules.ts";
import { answerStatic, type StaticFiles } from "./static.ts";

/** A Connect middleware, such as Vite's. */
export type Middleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** All that answering needs to know, the same for every request. */
export type Server = {
  app: App;
  baseUrl: URL;
  clients: Clients;
  files: StaticFiles | undefined;
  limits: Limits;
  log: Log;
  middleware: Middleware | undefined;
  readiness: () => Promise<Readiness>;
  security: SecurityHeaders;
  uploaded: App | undefined;
  uploads: readonly BodyRule[];
  draining: boolean;
};

/** What a proxy of ours may say of a request's id. */
const requestIdPattern = /^[\w-]{8,64}$/;

/** Opens the exchange of a request, and logs it once it is over. */
export function openExchange(server: Server, req: IncomingMessage, res: ServerResponse): Exchange {
  const { clients, limits, log, security } = server;
  const { socket } = req;
  const startedAt = performance.now();
  const bytesBefore = socket.bytesWritten;
  const given = req.headers["x-request-id"];
  const exchange: Exchange = {
    req,
    res,
    limits,
    log,
    security,
    info: {
      requestId:
        typeof given === "string" && requestIdPattern.test(given) && clients.trusts(socket.remoteAddress)
          ? given
          : randomUUID(),
      clientAddress: clients.addressOf(socket.remoteAddress, req.headers["x-forwarded-for"]?.toString()),
      host: req.headers.host,
      nonce: randomUUID(),
    },
    path: req.url?.split("?", 1)[0] ?? "",
    routine: false,
    awaitsContinue: false,
    refuse: (refusal) => sendRefusal(exchange, refusal),
  };
  if (server.draining) res.shouldKeepAlive = false;

  res.once("close", () => {
    // 499: who asked left before the answer began.
    const status = res.headersSent ? res.statusCode : 499;
    const level = status >= 500 && !exchange.routine ? "error" : exchange.routine ? "debug" : "info";
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
export function answer(server: Server, exchange: Exchange): void {
  const { req } = exchange;
  const { baseUrl, limits } = server;

  const wrongMethod = refuseMethod(req.method);
  if (wrongMethod) return exchange.refuse(wrongMethod);
  const target = req.url ?? "";
  if (target.length > limits.urlLength) {
    exchange.path = exchange.path.slice(0, 200);
    return exchange.refuse({ status: 414, sentence: "The address is too long: shorten it." });
  }
  const url = requestUrl(target, baseUrl);
  if (!url)
    return exchange.refuse({ status: 400, sentence: "The address is unreadable: check its spelling." });
  exchange.path = url.pathname;

  if (answerHealth(exchange, server)) return;
  if ((req.method === "GET" || req.method === "HEAD") && isSiblingHost(req.headers.host, baseUrl)) {
    return sendText(exchange, { status: 308, text: `${url.href}\n`, headers: { location: url.href } });
  }
  const rule = bodyRule(url.pathname, server.uploads, limits.bodyBytes);
  const refusal = refuseOrigin(req, baseUrl.origin) ?? refuseBody(req, rule);
  if (refusal) return exchange.refuse(refusal);

  if (server.files && answerStatic(exchange, server.files)) return;
  if (server.uploaded && url.pathname.startsWith(filesPath)) {
    exchange.routine = true;
    return void answerWithApp(exchange, server.uploaded, url, rule);
  }
  const toApp = () => void answerWithApp(exchange, server.app, url, rule);
  if (server.middleware) answerInDevelopment(server, server.middleware, exchange, toApp);
  else toApp();
}

function answerInDevelopment(
  { log }: Server,
  middleware: Middleware,
  exchange: Exchange,
  toApp: () => void,
): void {
  const { req, res, info } = exchange;
  for (const [name, value] of Object.entries(ownHeaders(exchange, {}))) res.setHeader(name, value);
  exchange.routine = true;
  middleware(req, res, (error) => {
    exchange.routine = false;
    // Whoever answers now says its own.
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    if (error === undefined || error === null) return toApp();
    log.error({ id: info.requestId, err: error }, "The development server failed");
    sendFailure(exchange, 500, "The development server could not answer this: its log says why.");
  });
}
