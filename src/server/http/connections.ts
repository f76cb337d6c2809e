import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import {
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type HttpContext, type HttpError } from "./http-context.ts";
import { handleRequest, createHttpContext, type ServerContext } from "./handle-request.ts";
import { requestTimedOut } from "./request-rules.ts";

/** A first request may have been sent on a connection before we closed, and not have been read yet: ms to wait. */
const firstRequestGraceMs = 50;

/**
 * Answers what comes in on the server's connections, requests and what is none.
 * @param upgrades hears of connections that leave HTTP (WebSockets); without it they are ordinary requests.
 */
export function acceptConnections(
  http: HttpServer,
  server: ServerContext,
  upgrades?: EventEmitter,
): { close(): Promise<void> } {
  const running = new Map<Duplex, HttpContext>();
  const upgraded = new Set<Duplex>();
  /** Browsers open connections ahead of need; until something comes, Node takes them for busy. */
  const unused = new Set<Socket>();
  http.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });

  const open = (req: IncomingMessage, res: ServerResponse) => {
    const exchange = createHttpContext(server, req, res);
    running.set(req.socket, exchange);
    unused.delete(req.socket);
    res.once("close", () => {
      if (running.get(req.socket) === exchange) running.delete(req.socket);
      // A stream that began before the server started to close has promised to keep its connection.
      if (server.isDraining) setImmediate(() => http.closeIdleConnections());
    });
    return exchange;
  };

  http.on("request", (req, res) => handleRequest(server, open(req, res)));
  http.on("checkContinue", (req, res) => {
    const exchange = open(req, res);
    exchange.awaitsContinue = true;
    handleRequest(server, exchange);
  });
  http.on("checkExpectation", (req, res) => {
    open(req, res).reject({ status: 417, message: "The only expectation met here is 100-continue." });
  });

  // Such as too many open files: what can't be accepted now may be later.
  http.on("error", (error) => server.log.error({ err: error }, "A connection could not be accepted"));

  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const exchange = running.get(socket);
    const refusal = httpErrorOf(error.code);
    if (!refusal || !socket.writable || exchange?.res.headersSent) {
      socket.destroy();
    } else if (exchange) {
      exchange.res.shouldKeepAlive = false;
      exchange.reject(refusal);
    } else {
      rejectConnection(server, socket, refusal);
    }
  });

  // Fires when nothing has moved for a while: an app may think and an event stream may be silent, but what a
  // client doesn't take must not stay in memory.
  http.on("timeout", (socket: Socket) => {
    if (!running.has(socket) || socket.writableLength > 0) socket.destroy();
  });

  if (upgrades) {
    http.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      upgrades.emit("upgrade", req, socket, head);
    });
  }

  const endUnused = () => {
    for (const socket of unused) {
      if (socket.bytesRead === 0) socket.destroy();
    }
  };

  return {
    close() {
      server.isDraining = true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => http.closeAllConnections(), server.limits.drainTimeoutMs);
        http.close(() => {
          clearTimeout(timer);
          resolve();
        });
        for (const socket of upgraded) socket.destroy();
        setTimeout(endUnused, firstRequestGraceMs);
        for (const { res, endStream } of running.values()) {
          if (!res.headersSent) res.shouldKeepAlive = false;
          endStream?.();
        }
      });
    },
  };
}

/** What to say to bytes that are no request, by Node's name for what is wrong; nothing where nobody listens. */
function httpErrorOf(code: string | undefined): HttpError | undefined {
  switch (code) {
    case "ECONNRESET":
    case "EPIPE":
      return undefined;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return requestTimedOut;
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: "The request's headers are too long: delete this site's cookies." };
    default:
      return { status: 400, message: "This is no HTTP request." };
  }
}

/** Answers where there is no request to answer, and gives the client a moment to read it. */
function rejectConnection(
  { security, limits, log }: ServerContext,
  socket: Duplex,
  { status, message: sentence }: HttpError,
): void {
  const text = `${sentence}\n`;
  const requestId = randomUUID();
  const headers = {
    ...security.fixed,
    "content-security-policy": security.policy(),
    "x-request-id": requestId,
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n"));
  setTimeout(() => socket.destroy(), limits.lingerTimeoutMs).unref();
  log.info({ id: requestId, status }, "request refused");
}
