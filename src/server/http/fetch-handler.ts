import { buffer } from "node:stream/consumers";
import { withCurrentRequest } from "#server/current-request.ts";
import { noSlots, type RequestSlots } from "./handler-slots.ts";
import {
  hasBody,
  type HttpContext,
  type HttpError,
  isFullyReceived,
  type RequestInfo,
  sendError,
  sendServerError,
} from "./http-context.ts";
import { temporaryErrors } from "#lib/temporary-errors.ts";
import { createBodyStream } from "./request-body.ts";
import { type BodyLimits, requestTimedOut } from "./request-rules.ts";
import { traceRequest } from "#server/telemetry/tracing.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";
import { isEventStream, sendResponse } from "./send-response.ts";

/** A handler with the signature of `fetch`. */
export type FetchHandler = { fetch(request: Request, info: RequestInfo): Promise<Response> };

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
  { url, rule, slots = noSlots }: { url: URL; rule: BodyLimits; slots?: RequestSlots },
): Promise<void> {
  const { req, res, log, info } = context;
  if (res.closed) return;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (reason: string) => controller.abort(new DOMException(reason, "AbortError"));
  context.reject = (error) => {
    sendError(context, error);
    abort(error.message);
  };
  res.on("close", () => {
    if (!res.writableFinished) abort("The client disconnected");
  });
  const timer = setTimeout(() => {
    if (!res.headersSent) context.reject(isFullyReceived(req) ? handlerTimedOut : requestTimedOut);
  }, rule.timeoutMs);

  try {
    const stream = hasBody(req) ? createBodyStream(context, { maxBytes: rule.maxBytes, signal }) : undefined;
    const body = stream && !rule.isStreamed ? await buffer(stream) : stream;
    const request = new Request(url, {
      method: req.method,
      headers: requestHeaders(context, url),
      ...(body && { body, duplex: "half" }),
    });
    // In the options, the signal would be followed by another one, which takes longer than the rest of this function.
    // The application replaces it by one that also ends with the session.
    Object.defineProperty(request, "signal", { value: signal, configurable: true });
    const respond = () => withCurrentRequest({ id: info.requestId }, () => handler.fetch(request, info));
    // What was received before took no slot.
    context.slots = slots;
    await slots.run(async () => {
      const response =
        (await traceRequest(context, respond)) ?? // optional: telemetry
        (await respond());
      if (isEventStream(response)) {
        context.endStream = () => controller.abort();
        slots.leave();
        context.releaseRequest?.();
        // Every open page has one.
        context.isRoutine = true;
      }
      await sendResponse(context, response, signal);
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    const code = temporaryErrorCode(error);
    // The application ends a download with its session.
    const isEnded = error instanceof Error && error.name === "AbortError";
    const level = isEnded ? "debug" : code ? "warn" : "error";
    log[level]({ id: info.requestId, err: error }, "The handler failed");
    if (res.headersSent) res.destroy();
    else if (code) sendError(context, temporaryErrors[code]);
    else sendServerError(context, 500, "The server could not process this request. Please try again.");
    controller.abort(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Headers that only a proxy or the server itself may set. */
const withheldHeaders = /^(?:forwarded|x-real-ip|x-request-id|x-forwarded-.*|x-internal-.*)$/;

function requestHeaders({ req }: HttpContext, url: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !withheldHeaders.test(name)) headers[name] = String(value);
  }
  headers.host = url.host;
  return headers;
}
