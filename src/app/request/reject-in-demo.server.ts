import type { Config } from "#server/config.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { writeFlash } from "#server/flash.ts";
import { demoError } from "#rpc/demo-error.ts";
import { mayWrite } from "#rpc/may-write.server.ts";
import { pageBefore, seeOther } from "../routing/form.ts";

const openForms = new Set(["/login", "/login/verify", "/logout"]);

/** The authentication service's endpoints that a demo offers, whatever their method. */
const openEndpoints = new Set(
  ["get-session", "email-otp/send-verification-otp", "sign-in/email-otp", "sign-out", "admin/list-users"].map(
    (name) => `/api/auth/${name}`,
  ),
);

/**
 * The response to a request that could change something, if the product is a read-only demo: an error, or for a form
 * without JavaScript the page that it is on, with the demo's message.
 */
export function rejectInDemo(request: Request, { auth }: Pick<Config, "auth">): Response | undefined {
  if (!auth.isDemo || isOpen(request)) return undefined;
  if (request.headers.get("sec-fetch-mode") === "navigate")
    return seeOther(pageBefore(request), {}, [writeFlash(request, { failure: "demo" })]);
  return errorResponse(demoError.status, "DEMO_MODE", demoError.message);
}

function isOpen(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return !mayWrite(request) || openEndpoints.has(pathname) || openForms.has(pathname);
}
