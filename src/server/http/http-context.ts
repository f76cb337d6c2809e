import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "#server/log.ts";
import type { ResponseHeaders, SecurityHeaders } from "./security-headers.ts";
import type { ServerLimits } from "./server-limits.ts";
import { errorPage } from "./error-page.ts";

/** What the app learns of a request beside the request itself. */
export type RequestInfo = {
  /** Stands in the log and in the answer's X-Request-Id. */
  requestId: string;
  /** An IPv4 or IPv6 address, each in one spelling; "unknown" where the connection is gone already. */
  clientAddress: string;
  /**
   * The Host header as it came, which the request itself no longer has: a page of another site whose name leads to
   * this machine is known by it. To be compared with, never to be built from.
   */
  host: string | undefined;
  /** For inline scripts and styles of this answer (Content-Security-Policy). */
  nonce: string;
};

/** Why a request is not served, for a person to read. */
export type HttpError = { status: number; message: string; headers?: Record<string, string> };

/** One request with its answer. */
export type HttpContext = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly info: RequestInfo;
  readonly log: Log;
  readonly limits: ServerLimits;
  readonly security: SecurityHeaders;
  /** The path asked for; the query may hold secrets and is never logged. */
  path: string;
  /** Health checks and assets are logged at debug. */
  isRoutine: boolean;
  /** The client waits for "100 Continue" before it sends the body. */
  awaitsContinue: boolean;
  /** Answers instead of whoever is at work; nothing where the answer has begun. */
  reject(refusal: HttpError): void;
  /** Ends an event stream, which would else go on forever. */
  endStream?(): void;
};

/** Whether all of the request has arrived. */
export function isFullyReceived(req: IncomingMessage): boolean {
  return req.complete || !hasBody(req);
}

/** Whether a request comes with a body, by its headers. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

/** Headers of an answer of the server's own: never kept by anyone, unless `headers` say otherwise. */
export function serverHeaders({ security, info }: HttpContext, headers: ResponseHeaders): ResponseHeaders {
  return {
    ...security.fixed,
    "content-security-policy": security.policy(),
    "x-request-id": info.requestId,
    "cache-control": "no-store",
    ...headers,
  };
}

/** Answers with a text; a `contentType` other than plain text says what it is. */
export function sendText(
  exchange: HttpContext,
  answer: { status: number; text: string; contentType?: string; headers?: Record<string, string> },
): void {
  if (exchange.res.headersSent || exchange.res.closed) return;
  const { status, text, contentType = "text/plain; charset=utf-8", headers } = answer;
  const bytes = Buffer.from(text);
  writeHead(
    exchange,
    status,
    serverHeaders(exchange, {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      ...headers,
    }),
  );
  void endResponse(exchange, bytes);
}

/** Answers with a refusal's sentence. */
export function sendError(exchange: HttpContext, { status, message: sentence, headers }: HttpError): void {
  if (status >= 500) sendServerError(exchange, status, sentence);
  else sendText(exchange, { status, text: `${sentence}\n`, headers });
}

/** Answers that we failed, with the reference that stands in the log, and nothing of the cause. */
export function sendServerError(exchange: HttpContext, status: number, sentence: string): void {
  const { requestId, nonce } = exchange.info;
  const wantsPage = exchange.req.headers.accept?.includes("text/html") ?? false;
  sendText(exchange, {
    status,
    text: wantsPage ? errorPage({ sentence, requestId, nonce }) : `${sentence} Reference: ${requestId}\n`,
    ...(wantsPage && {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": exchange.security.policy(nonce) },
    }),
  });
}

/** Begins the answer. Where some of the body is still to come, the connection ends with it. */
export function writeHead({ req, res }: HttpContext, status: number, headers: ResponseHeaders): void {
  if (!isFullyReceived(req)) res.shouldKeepAlive = false;
  res.writeHead(status, headers);
}

/**
 * Ends the answer. A client that is still sending learns of an early answer only if its bytes are read for a
 * moment longer: closing at once would reset the connection under it.
 */
export async function endResponse(exchange: HttpContext, bytes?: Uint8Array): Promise<void> {
  const { req, res } = exchange;
  if (isFullyReceived(req) || exchange.awaitsContinue) {
    res.end(bytes);
    return;
  }
  if (bytes) res.write(bytes);
  await discardRemainingBody(exchange);
  res.end();
}

function discardRemainingBody({ req, limits }: HttpContext): Promise<void> {
  return new Promise((resolve) => {
    let left = limits.maxLingerBytes;
    const timer = setTimeout(resolve, limits.lingerTimeoutMs);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    req.on("data", (chunk: Buffer) => {
      left -= chunk.byteLength;
      if (left < 0) stop();
    });
    req.once("end", stop);
    req.once("close", stop);
    req.resume();
  });
}
