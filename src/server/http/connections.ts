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
import { clientNetwork } from "#server/limits/client-network.ts";
import { createFairLimit } from "#server/limits/fair-limit.ts";
import { createHttpContext, handleRequest, type ServerContext } from "./handle-request.ts";
import { type HttpContext, type HttpError, serverHeaders } from "./http-context.ts";
import { requestTimedOut } from "./request-rules.ts";

/**
 * Handles everything that arrives on the server's connections: requests, invalid requests and upgrades.
 * @param upgradeEvents receives "upgrade" events (WebSockets); without it upgrades are ordinary requests
 */
export function acceptConnections(
  http: HttpServer,
  server: ServerContext,
  upgradeEvents?: EventEmitter,
): {
  /** Asks clients to send their next requests on new connections, which are still accepted. */
  drain(): void;
  /** Stops accepting connections, and resolves when all are closed. */
  close(): Promise<void>;
} {
  let isClosing = false;
  const running = new Map<Duplex, HttpContext>();
  const upgraded = new Set<Duplex>();
  /** Connections that browsers opened in advance. Node counts them as active until their first request. */
  const unused = new Set<Socket>();
  const clients = createFairLimit<Socket>({
    total: server.limits.maxConnections,
    perClient: server.limits.maxConnectionsPerClient,
    onEvict: (socket) => socket.destroy(),
  });
  http.on("connection", (socket) => {
    if (!server.proxies.isTrusted(socket.remoteAddress)) {
      const client = clientNetwork(server.proxies.clientAddress(socket.remoteAddress, undefined));
      const release = clients.take(client, socket);
      if (!release) return void socket.destroy();
      socket.once("close", release);
    }
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });

  const open = (req: IncomingMessage, res: ServerResponse) => {
    const context = createHttpContext(server, req, res);
    running.set(req.socket, context);
    unused.delete(req.socket);
    res.on("close", () => {
      if (running.get(req.socket) === context) running.delete(req.socket);
      // The headers of a response that started before the server closes have promised keep-alive.
      if (isClosing) setImmediate(() => http.closeIdleConnections());
    });
    return context;
  };

  http.on("request", (req, res) => handleRequest(server, open(req, res)));
  http.on("checkExpectation", (req, res) => {
    open(req, res).reject({ status: 417, message: "The only supported expectation is 100-continue." });
  });

  // For example too many open files, which can be temporary.
  http.on("error", (error) => server.log.error({ err: error }, "A connection could not be accepted"));

  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const context = running.get(socket);
    const httpError = parseErrorOf(error.code);
    if (!httpError || !socket.writable || context?.res.headersSent) {
      socket.destroy();
    } else if (context) {
      context.res.shouldKeepAlive = false;
      context.reject(httpError);
    } else {
      rejectConnection(server, socket, httpError);
    }
  });

  // Emitted after `stallTimeoutMs` without traffic. A slow handler or a silent event stream is fine, but data that the
  // client doesn't read must not stay in memory.
  http.on("timeout", (socket: Socket) => {
    if (!running.has(socket) || socket.writableLength > 0) socket.destroy();
  });

  if (upgradeEvents) {
    http.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      upgradeEvents.emit("upgrade", req, socket, head);
    });
  }

  return {
    // Responses close their connections already during the delay. Otherwise clients without a health check, for example
    // behind a load balancer for TCP, would stay here, and a proxy could send a request on an idle connection in the
    // moment in which it is closed.
    drain() {
      server.isDraining = true;
      for (const { res } of running.values()) if (!res.headersSent) res.shouldKeepAlive = false;
    },
    close() {
      isClosing = true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => http.closeAllConnections(), server.limits.drainTimeoutMs);
        http.close(() => {
          clearTimeout(timer);
          resolve();
        });
        for (const socket of upgraded) socket.destroy();
        // A first request may already be under way on a new connection.
        setTimeout(() => {
          for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
        }, 50);
        // Not during the delay, when browsers would reconnect to this instance. They do so at random moments.
        for (const { endStream } of running.values()) endStream?.();
      });
    },
  };
}

/** The error to send for Node's parse error; undefined if the client has disconnected. */
function parseErrorOf(code: string | undefined): HttpError | undefined {
  switch (code) {
    case "ECONNRESET":
    case "EPIPE":
      return undefined;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return requestTimedOut;
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: "The request's headers are too long: delete this site's cookies." };
    default:
      return { status: 400, message: "This is not a valid HTTP request." };
  }
}

/** Sends an error where no request could be parsed, and closes the connection once the client had time to read it. */
function rejectConnection(
  { hosts, limits, log }: ServerContext,
  socket: Duplex,
  { status, message }: HttpError,
): void {
  const text = `${message}\n`;
  const requestId = randomUUID();
  const headers = serverHeaders(hosts.main.security, requestId, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n"));
  setTimeout(() => socket.destroy(), limits.lingerTimeoutMs).unref();
  log.info({ id: requestId, status }, "invalid request");
}
