import { requestBody } from "./body.ts";
import { type Prepared, deliver, prepare } from "./deliver.ts";
import {
  announcesBody,
  type Exchange,
  hasArrived,
  type Refusal,
  type RequestInfo,
  sendFailure,
  sendRefusal,
} from "./exchange.ts";
import { type BodyRule, tooLarge, tooSlow } from "./rules.ts";

/** What is served: a handler in the manner of `fetch`. */
export type App = { fetch(request: Request, info: RequestInfo): Promise<Response> };

const overdue: Refusal = { status: 503, sentence: "The server took too long to answer. Please try again." };

/**
 * Lets the app answer. Its request is aborted when the client leaves, when the body breaks a limit, or when no
 * answer has begun within the time allowed.
 */
export async function answerWithApp(
  exchange: Exchange,
  app: App,
  url: URL,
  rule: Omit<BodyRule, "path">,
): Promise<void> {
  const { req, res, log, limits, info } = exchange;
  if (res.closed) return;
  const controller = new AbortController();
  const { promise: interruption, resolve: interrupt } = Promise.withResolvers<Refusal | "gone">();
  exchange.refuse = interrupt;
  res.once("close", () => {
    if (res.writableFinished) return;
    controller.abort(new DOMException("The client left", "AbortError"));
    interrupt("gone");
  });
  const allowed = rule.timeout ?? limits.handlerTimeout;
  const timer = setTimeout(() => interrupt(hasArrived(req) ? overdue : tooSlow), allowed);

  const ask = async (): Promise<Prepared> => {
    const { signal } = controller;
    const onTooLarge = () => interrupt(tooLarge(rule.maxBytes));
    const body = announcesBody(req)
      ? requestBody(exchange, { maxBytes: rule.maxBytes, onTooLarge, signal })
      : undefined;
    const request = new Request(url, {
      method: req.method,
      headers: headersForApp(exchange, url),
      signal,
      ...(body && { body, duplex: "half" }),
    });
    return prepare(exchange, await app.fetch(request, info), signal);
  };

  try {
    const outcome = await Promise.race([ask(), interruption]);
    clearTimeout(timer);
    if (outcome === "gone") return;
    if ("sentence" in outcome) {
      sendRefusal(exchange, outcome);
      controller.abort(new DOMException(outcome.sentence, "AbortError"));
      return;
    }
    if (outcome.isEventStream) {
      exchange.endStream = () => controller.abort();
      // Every page has one, for as long as it is open.
      exchange.routine = true;
    }
    await deliver(exchange, outcome);
  } catch (error) {
    clearTimeout(timer);
    if (controller.signal.aborted) return;
    log.error({ id: info.requestId, err: error }, "The app failed");
    if (res.headersSent) res.destroy();
    else sendFailure(exchange, 500, "The server could not answer this. Please try again.");
    controller.abort(error);
  }
}

/**
 * Headers of the connection rather than of the request, and those by which a client could pretend: to be elsewhere,
 * or to be a part of ours (x-flyleaf-…) that tells another something.
 */
const withheld =
  /^(?:connection|keep-alive|proxy-connection|transfer-encoding|te|trailer|upgrade|expect|http2-settings|forwarded|x-forwarded-.*|x-real-ip|x-request-id|x-flyleaf-.*)$/;

function headersForApp({ req }: Exchange, url: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !withheld.test(name)) headers[name] = String(value);
  }
  // Whatever name the request came under, the app knows one only.
  headers.host = url.host;
  return headers;
}
