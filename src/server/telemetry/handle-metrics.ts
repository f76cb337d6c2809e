import { type HttpContext, sendError, sendText } from "#server/http/http-context.ts";
import type { Metrics } from "./metrics.ts";

/** Handles /metrics, which exists only with METRICS_TOKEN. @returns whether the path is that */
export function handleMetrics(context: HttpContext, metrics: Metrics | undefined): boolean {
  const { req, path } = context;
  if (!metrics || req.method !== "GET" || path !== "/metrics") return false;
  context.isRoutine = true;
  if (metrics.isAuthorized(req.headers.authorization)) {
    void metrics
      .write()
      .then(({ text, contentType }) => sendText(context, { status: 200, text, contentType }));
  } else {
    const message = "Send METRICS_TOKEN as a bearer token.";
    sendError(context, { status: 401, message, headers: { "www-authenticate": "Bearer" } });
  }
  return true;
}
