import { createBodyStream } from "./request-body.ts";
import { type PreparedResponse, sendResponse, prepareResponse } from "./send-response.ts";
import {
  hasBody,
  type HttpContext,
  isFullyReceived,
  type HttpError,
  type RequestInfo,
  sendServerError,
  sendError,
} from "./http-context.ts";
import { type BodyRule, bodyTooLarge, requestTimedOut } from "./request-rules.ts";

/** What is served: a handler in the manner of `fetch`. */
export type FetchHandler = { fetch(request: Request, info: RequestInfo): Promise<Response> };

const handlerTimedOut: HttpError = {
  status: 503,
  message: "The server took too long to answer. Please try again.",
};

/**
 * Lets the app answer. Its request is aborted when the client leaves, when the body breaks a limit, or when no
 * answer has begun within the time allowed.
 */
export async function callHandler(
  exchange: HttpContext,
  app: FetchHandler,
  url: URL,
  rule: Omit<BodyRule, "path">,
): Promise<void> {
  const { req, res, log, limits, info } = exchange;
  if (res.closed) return;
  const controller = new AbortController();
  const { promise: interruption, resolve: interrupt } = Promise.withResolvers<HttpError | "gone">();
  exchange.reject = interrupt;
  res.once("close", () => {
    if (res.writableFinished) return;
    controller.abort(new DOMException("The client left", "AbortError"));
    interrupt("gone");
  });
  const allowed = rule.timeoutMs ?? limits.handlerTimeoutMs;
  const timer = setTimeout(
    () => interrupt(isFullyReceived(req) ? handlerTimedOut : requestTimedOut),
    allowed,
  );

  const ask = async (): Promise<PreparedResponse> => {
    const { signal } = controller;
    const onTooLarge = () => interrupt(bodyTooLarge(rule.maxBytes));
    const body = hasBody(req)
      ? createBodyStream(exchange, { maxBytes: rule.maxBytes, onTooLarge, signal })
      : undefined;
    const request = new Request(url, {
      method: req.method,
      headers: headersForApp(exchange, url),
      signal,
      ...(body && { body, duplex: "half" }),
    });
    return prepareResponse(exchange, await app.fetch(request, info), signal);
  };

  try {
    const outcome = await Promise.race([ask(), interruption]);
    clearTimeout(timer);
    if (outcome === "gone") return;
    if ("message" in outcome) {
      sendError(exchange, outcome);
      controller.abort(new DOMException(outcome.message, "AbortError"));
      return;
    }
    if (outcome.isEventStream) {
      exchange.endStream = () => controller.abort();
      // Every page has one, for as long as it is open.
      exchange.isRoutine = true;
    }
    await sendResponse(exchange, outcome);
  } catch (error) {
    clearTimeout(timer);
    if (controller.signal.aborted) return;
    log.error({ id: info.requestId, err: error }, "The app failed");
    if (res.headersSent) res.destroy();
    else sendServerError(exchange, 500, "The server could not answer this. Please try again.");
    controller.abort(error);
  }
}

/**
 * Headers of the connection rather than of the request, and those by which a client could pretend: to be elsewhere,
 * or to be a part of ours (x-flyleaf-…) that tells another something.
 */
const withheldHeaders =
  /^(?:connection|keep-alive|proxy-connection|transfer-encoding|te|trailer|upgrade|expect|http2-settings|forwarded|x-forwarded-.*|x-real-ip|x-request-id|x-flyleaf-.*)$/;

function headersForApp({ req }: HttpContext, url: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !withheldHeaders.test(name)) headers[name] = String(value);
  }
  // Whatever name the request came under, the app knows one only.
  headers.host = url.host;
  return headers;
}
