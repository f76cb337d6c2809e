import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "#server/log.ts";
import { retryAfterSeconds } from "#server/unavailable.ts";
import type { RequestSlots } from "./handler-slots.ts";
import type { ResponseHeaders, SecurityHeaders } from "./security-headers.ts";
import type { ServerLimits } from "./server-limits.ts";

/** What the Request of a handler doesn't contain. */
export type RequestInfo = {
  /** Also in the log and in the response's X-Request-Id. */
  requestId: string;
  /** An IPv4 or IPv6 address in canonical form; "unknown" if the connection is already closed. */
  clientAddress: string;
  /** Whether a person on this machine opened a page here, not through a tunnel or from another site (this-machine.ts). */
  isFromThisMachine: boolean;
  /** Adds fields to the request's log line, for example `user`. */
  addToLog(fields: Record<string, unknown>): void;
  /** Before waiting for another service than the database: the request no longer counts among those that are handled at once. */
  leaveSlot(): void;
  /** Calls a function when the response has been sent, or the client has disconnected. */
  onClose(listener: () => void): void;
  /** Names the operation that the request calls, for the metrics. */ // optional: telemetry
  nameOperation?(name: string): void; // optional: telemetry
  /** The Content-Security-Policy nonce for the response's inline scripts and styles. */
  nonce: string;
};

/** An error that the server itself sends; the message is for a person. */
export type HttpError = { status: number; message: string; headers?: Record<string, string> };

/** One request and its response. */
export type HttpContext = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly info: RequestInfo;
  readonly log: Log;
  readonly limits: ServerLimits;
  /** The product's address that the request asks for. */
  readonly baseUrl: URL;
  readonly security: SecurityHeaders;
  /** The network that the limits of unfinished requests count for. */
  readonly client: string;
  /** Without the query, which may contain secrets and is never logged. */
  path: string;
  /** Routine requests (health checks, files) are logged at level debug. */
  isRoutine: boolean;
  /** Sends an error instead of the handler's response, unless that has started. */
  reject(error: HttpError): void;
  /** Counts the request among those with a large body. @returns false if there are too many */
  takeLargeBody(): boolean;
  /** Stops counting the request: event streams have limits of their own. */
  releaseRequest?(): void;
  /** The handler's turns with this request. */
  slots: RequestSlots;
  /** Ends an event stream, which would otherwise never end. */
  endStream?(): void;
};

/** Whether the request has a body, by its headers. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

/** The status that is sent; 499 if the client disconnected before the response started. */
export function responseStatus(res: ServerResponse): number {
  return res.headersSent ? res.statusCode : 499;
}

/** Whether the whole request has been received. */
export function isFullyReceived(req: IncomingMessage): boolean {
  return req.complete || !hasBody(req);
}

/** A response's headers: ours, which `headers` replace, except for the request's id. Not cached unless they say otherwise. */
export function serverHeaders(
  security: SecurityHeaders,
  requestId: string,
  headers: ResponseHeaders = {},
): ResponseHeaders {
  return {
    ...security.fixed,
    "content-security-policy": security.policy(),
    "cache-control": "no-store",
    ...headers,
    "x-request-id": requestId,
  };
}

/** Whether a request reads and changes nothing. */
export function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** The response to other requests for what can only be read. */
export const notReading = { status: 405, text: "Use GET, HEAD.\n", headers: { allow: "GET, HEAD" } };

/** Sends a text; plain text unless `contentType` is given. */
export function sendText(
  context: HttpContext,
  response: { status: number; text: string; contentType?: string; headers?: Record<string, string> },
): void {
  if (context.res.headersSent || context.res.closed) return;
  const { status, text, contentType = "text/plain; charset=utf-8", headers } = response;
  writeHead(
    context,
    status,
    serverHeaders(context.security, context.info.requestId, {
      "content-type": contentType,
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    }),
  );
  void endResponse(context, text);
}

export function sendError(context: HttpContext, { status, message, headers }: HttpError): void {
  if (status >= 500) sendServerError(context, status, message);
  else sendText(context, { status, text: `${message}\n`, headers });
}

/** Sends an error of the server with the request's id, which is also in the log, and without its cause. */
export function sendServerError(context: HttpContext, status: number, message: string): void {
  const { requestId, nonce } = context.info;
  const acceptsHtml = context.req.headers.accept?.includes("text/html") ?? false;
  sendText(context, {
    status,
    text: acceptsHtml ? errorPage({ message, requestId, nonce }) : `${message} Reference: ${requestId}\n`,
    ...(acceptsHtml && {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": context.security.policy(nonce) },
    }),
  });
}

/**
 * The page for errors of the server itself, where neither the interface's languages nor its styles are available.
 * @param message a text of ours, never an error's message
 */
function errorPage(o: { message: string; requestId: string; nonce: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Something went wrong</title>
    <style nonce="${o.nonce}">
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem }
    </style>
  </head>
  <body>
    <main>
      <h1>Something went wrong</h1>
      <p>${o.message}</p>
      <p>Reference: <code>${o.requestId}</code></p>
      <p><a href="/">Back to the start</a></p>
    </main>
  </body>
</html>
`;
}

/**
 * Starts the response. The client decides how long the rest takes, so it gives the slot back. With 503, the header says when to try again. If a part of the request's body is still to come, the
 * connection is closed afterwards.
 */
export function writeHead({ req, res, slots }: HttpContext, status: number, headers: ResponseHeaders): void {
  slots.giveBack();
  if (!isFullyReceived(req)) res.shouldKeepAlive = false;
  if (status === 503) headers["retry-after"] ??= String(retryAfterSeconds);
  res.writeHead(status, headers);
}

/**
 * Ends the response. If the client is still sending, its data is read for a moment longer: closing at once would reset
 * the connection, and the client could not read the response.
 */
export async function endResponse(context: HttpContext, body?: string | Uint8Array): Promise<void> {
  const { req, res } = context;
  if (isFullyReceived(req)) {
    // Node sends a text and the headers in one write.
    res.end(body);
    return;
  }
  if (body) res.write(body);
  await discardBody(context);
  res.end();
}

function discardBody({ req, limits }: HttpContext): Promise<void> {
  return new Promise((resolve) => {
    let bytesLeft = limits.maxLingerBytes;
    const timer = setTimeout(resolve, limits.lingerTimeoutMs);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    // The handler's body stream would pause the request at each chunk.
    req.removeAllListeners("data");
    req.on("data", (chunk: Buffer) => {
      bytesLeft -= chunk.byteLength;
      if (bytesLeft < 0) stop();
    });
    req.once("end", stop);
    req.once("close", stop);
    req.resume();
  });
}
