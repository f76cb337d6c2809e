import type { Log } from "#server/log.ts";
import { type HttpContext, sendText } from "./http-context.ts";

/** Whether the product can serve people now, and what of it can't. */
export type Readiness = {
  ready: boolean;
  /** Part ("database") → state ("ok", "unreachable"): for operators, so no address and no secret. */
  details: Record<string, string>;
};

/**
 * Asks `ready` for at most `timeout` ms. However many ask at once, one question runs: an open door must not
 * multiply work for the database. Never throws.
 */
export function createReadinessCheck(
  ready: () => Promise<Readiness>,
  { timeout, log }: { timeout: number; log: Log },
): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;

  const ask = async (): Promise<Readiness> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Readiness>((resolve) => {
      timer = setTimeout(
        () => resolve({ ready: false, details: { check: `took longer than ${timeout} ms` } }),
        timeout,
      );
    });
    try {
      return await Promise.race([ready(), late]);
    } catch (error) {
      log.warn({ err: error }, "The readiness check failed");
      return { ready: false, details: { check: "failed" } };
    } finally {
      clearTimeout(timer);
      running = undefined;
    }
  };
  return () => (running ??= ask());
}

/** Answers /up (the process is alive, whatever else is not) and /ready; false for any other path. */
export function handleHealthCheck(
  exchange: HttpContext,
  { readiness, isDraining }: { readiness: () => Promise<Readiness>; isDraining: boolean },
): boolean {
  const { req, path } = exchange;
  if ((req.method !== "GET" && req.method !== "HEAD") || (path !== "/up" && path !== "/ready")) return false;
  exchange.isRoutine = true;
  if (path === "/up") sendText(exchange, { status: 200, text: "ok" });
  else if (isDraining) sendReadiness(exchange, { ready: false, details: { server: "closing" } });
  else void readiness().then((answer) => sendReadiness(exchange, answer));
  return true;
}

function sendReadiness(exchange: HttpContext, answer: Readiness): void {
  sendText(exchange, {
    status: answer.ready ? 200 : 503,
    text: JSON.stringify(answer),
    contentType: "application/json",
  });
}
