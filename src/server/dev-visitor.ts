import { type Config, servesLoopbackOnly } from "./config.ts";
import type { RequestInfo } from "./http/http-context.ts";

/** The client of a request for what only this machine may see. */
export type DevVisitor = Pick<RequestInfo, "isFromThisMachine">;

/** The settings that decide it. */
export type DevConfig = Pick<Config, "smtpUrl" | "hosts" | "host">;

/**
 * Whether a client may see the embedded mailbox, and what leads to it: a browser on this machine, and only if no mail server is
 * configured and the product is for this machine.
 */
export function isDevVisitor({ isFromThisMachine }: DevVisitor, config: DevConfig): boolean {
  return isFromThisMachine && config.smtpUrl === undefined && servesLoopbackOnly(config);
}

/** The response to other clients. */
export function rejectStranger(visitor: DevVisitor, config: DevConfig): Response | undefined {
  if (isDevVisitor(visitor, config)) return undefined;
  return new Response("Not found\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
