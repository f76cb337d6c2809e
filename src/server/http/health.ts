import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import { type HttpContext, sendText } from "./http-context.ts";

/** Whether the product can serve requests, and the state of its services. */
export type Readiness = {
  ready: boolean;
  /** The state of each service, for example `database: "unreachable"`: public, so without addresses and secrets. */
  details: Record<string, string>;
};

/**
 * Wraps a readiness check with a timeout. Concurrent callers share one check, because anyone can call /ready.
 * The returned function never throws.
 */
export function createReadinessCheck(
  check: () => Promise<Readiness>,
  { timeoutMs, log }: { timeoutMs: number; log: Log },
): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;

  const run = async (): Promise<Readiness> => {
    const tooSlow = { ready: false, details: { check: `took longer than ${timeoutMs} ms` } };
    try {
      return await Promise.race([check(), sleep(timeoutMs, tooSlow, { ref: false })]);
    } catch (error) {
      log.warn({ err: error }, "The readiness check failed");
      return { ready: false, details: { check: "failed" } };
    } finally {
      running = undefined;
    }
  };
  return () => (running ??= run());
}

/** Handles /up (the process is alive) and /ready. @returns whether the path is one of them */
export function handleHealthCheck(
  context: HttpContext,
  { readiness, isDraining }: { readiness: () => Promise<Readiness>; isDraining: boolean },
): boolean {
  const { req, path } = context;
  if ((req.method !== "GET" && req.method !== "HEAD") || (path !== "/up" && path !== "/ready")) return false;
  context.isRoutine = true;
  const send = (result: Readiness) => {
    const status = result.ready ? 200 : 503;
    sendText(context, { status, text: JSON.stringify(result), contentType: "application/json" });
  };
  if (path === "/up") sendText(context, { status: 200, text: "ok" });
  else if (isDraining) send({ ready: false, details: { server: "closing" } });
  else void readiness().then(send);
  return true;
}
