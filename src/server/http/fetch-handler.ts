import {
  hasBody,
  type HttpContext,
  type HttpError,
  isFullyReceived,
  type RequestInfo,
  sendError,
  sendServerError,
} from "./http-context.ts";
import { createBodyStream, readWholeBody } from "./request-body.ts";
import { type BodyRule, requestTimedOut } from "./request-rules.ts";
import { type PreparedResponse, prepareResponse, sendResponse } from "./send-response.ts";
import type { HandlerResponse } from "./text-response.ts";

/** A handler with the signature of `fetch`. */
export type FetchHandler = { fetch(request: Request, info: RequestInfo): Promise<HandlerResponse> };

const handlerTimedOut: HttpError = {
  status: 503,
  message: "The server took too long to respond. Please try again.",
};

/**
 * Calls a handler and sends its response. The request's signal is aborted when the client disconnects, when the body
 * exceeds its limit, or when no response has started before the timeout.
 */
export async function callHandler(
  context: HttpContext,
  handler: FetchHandler,
  { url, rule }: { url: URL; rule: Required<Omit<BodyRule, "path">> },
): Promise<void> {
  const { req, res, log, info } = context;
  if (res.closed) return;
  const controller = new AbortController();
  const { signal } = controller;
  const interruption = Promise.withResolvers<HttpError | "disconnected">();
  context.reject = interruption.resolve;
  res.on("close", () => {
    if (res.writableFinished) return;
    controller.abort(new DOMException("The client disconnected", "AbortError"));
    interruption.resolve("disconnected");
  });
  const timer = setTimeout(() => {
    interruption.resolve(isFullyReceived(req) ? handlerTimedOut : requestTimedOut);
  }, rule.timeoutMs);

  const interrupt = (error: HttpError) => {
    interruption.resolve(error);
    controller.abort(new DOMException(error.message, "AbortError"));
  };
  const respond = async (): Promise<PreparedResponse> => {
    const receive = rule.isStreamed ? createBodyStream : readWholeBody;
    const body = hasBody(req)
      ? await receive(context, { maxBytes: rule.maxBytes, onError: interrupt, signal })
      : undefined;
    const request = new Request(url, {
      method: req.method,
      headers: requestHeaders(context, url),
      ...(body && { body, duplex: "half" }),
    });
    // In the options, the signal would be followed by another one, which takes longer than the rest of this function.
    Object.defineProperty(request, "signal", { value: signal });
    return prepareResponse(context, await handler.fetch(request, info), signal);
  };

  try {
    const outcome = await Promise.race([respond(), interruption.promise]);
    clearTimeout(timer);
    if (outcome === "disconnected") return;
    if ("message" in outcome) {
      sendError(context, outcome);
      controller.abort(new DOMException(outcome.message, "AbortError"));
      return;
    }
    if (outcome.isEventStream) {
      context.endStream = () => controller.abort();
      context.releaseRequest?.();
      // Every open page has one.
      context.isRoutine = true;
    }
    await sendResponse(context, outcome);
  } catch (error) {
    clearTimeout(timer);
    if (signal.aborted) return;
    log.error({ id: info.requestId, err: error }, "The handler failed");
    if (res.headersSent) res.destroy();
    else sendServerError(context, 500, "The server could not process this request. Please try again.");
    controller.abort(error);
  }
}

/** Headers of the connection, and headers that only a proxy or the server itself may set. */
const withheldHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "http2-settings",
  "forwarded",
  "x-real-ip",
  "x-request-id",
]);

function isWithheld(name: string): boolean {
  return withheldHeaders.has(name) || name.startsWith("x-forwarded-") || name.startsWith("x-flyleaf-");
}

function requestHeaders({ req }: HttpContext, url: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !isWithheld(name)) headers[name] = String(value);
  }
  headers.host = url.host;
  return headers;
}
