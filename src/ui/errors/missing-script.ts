import { readStored, store } from "#lib/browser-storage.ts";

/** Where TanStack Router remembers that it has reloaded the page because of a script. */
const reloadKeyOf = (error: Error) => `tanstack_router_reload:${error.message}`;

/**
 * Gives the error of a script that could not be loaded a code. The router would reload the page at once, which shows the
 * browser's own error page if there is no server: its error screen does it instead, when the server answers.
 */
export function markMissingScript(error: Error): void {
  const key = reloadKeyOf(error);
  store(key, readStored(key, "sessionStorage") ?? "not yet", "sessionStorage");
  Object.assign(error, { code: "MISSING_SCRIPT" });
}

/** Reloads the page, because browsers may remember a failed import. Once for each script: it may be missing for good. */
export function reloadForScript(error: Error): void {
  const key = reloadKeyOf(error);
  if (readStored(key, "sessionStorage") === "reloaded") return;
  store(key, "reloaded", "sessionStorage");
  // Without it, a script that is missing for good would reload the page forever.
  if (readStored(key, "sessionStorage") === "reloaded") location.reload();
}
