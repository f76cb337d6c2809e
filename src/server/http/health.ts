import { type HttpContext, isReading, notReading, sendText } from "./http-context.ts";

/** Whether the product can serve requests, and the state of its services. */
export type Readiness = {
  ready: boolean;
  /** The state of each service, for example `database: "unreachable"`: public, so without addresses and secrets. */
  details: Record<string, string>;
};

/** Handles /up (the process is alive) and /ready. @returns whether the path is one of them */
export function handleHealthCheck(
  context: HttpContext,
  { readiness, isDraining }: { readiness: () => Readiness; isDraining: boolean },
): boolean {
  const { req, path } = context;
  if (path !== "/up" && path !== "/ready") return false;
  context.isRoutine = true;
  if (!isReading(req)) {
    sendText(context, notReading);
    return true;
  }
  const send = (result: Readiness) => {
    const status = result.ready ? 200 : 503;
    sendText(context, { status, text: JSON.stringify(result), contentType: "application/json" });
  };
  if (path === "/up") sendText(context, { status: 200, text: "ok" });
  else if (isDraining) send({ ready: false, details: { server: "closing" } });
  else send(readiness());
  return true;
}
