import { setResponseHeader } from "@tanstack/react-start/server";
import type { Caller } from "#rpc/context.ts";

/** Tells the service worker whose page this is, so that it keeps one user's pages only (public/service-worker.js). */
export function sendPageUser(caller: Caller | null): void {
  if (caller && caller.impersonatedBy === null) setResponseHeader("x-page-user", caller.user.id);
}
