import {
  type HttpContext,
  isReading,
  notReading,
  sendError,
  sendServerError,
  sendText,
} from "#server/http/http-context.ts";
import type { Metrics } from "./metrics.ts";

/** Handles /metrics, which exists only with METRICS_TOKEN. @returns whether the path is that */
export function handleMetrics(context: HttpContext, metrics: Metrics | undefined): boolean {
  const { req, path } = context;
  if (!metrics || path !== "/metrics") return false;
  context.isRoutine = true;
  if (!isReading(req)) sendText(context, notReading);
  else if (metrics.isAuthorized(req.headers.authorization)) {
    metrics.write().then(
      ({ text, contentType }) => sendText(context, { status: 200, text, contentType }),
      (error: unknown) => {
        context.log.error({ id: context.info.requestId, err: error }, "The measurements can't be written");
        sendServerError(context, 500, "The measurements can't be written.");
      },
    );
  } else {
    const message = "Send METRICS_TOKEN as a bearer token.";
    sendError(context, { status: 401, message, headers: { "www-authenticate": "Bearer" } });
  }
  return true;
}
