import type { BrowserContext } from "playwright-core";
import type { RestCall } from "../../auth-client.ts";

/** Calls REST as the user who is signed in to a browser context. @throws unless the call succeeds */
export function restOf(context: BrowserContext, origin: string): RestCall {
  return async (method, path, data) => {
    const response = await context.request.fetch(`/api/rest${path}`, { method, headers: { origin }, data });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
}
