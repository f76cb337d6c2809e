import { safeRedirect } from "#features/auth/redirect.ts";
import { type Flash, writeFlash } from "#server/flash.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { errorTextKeys } from "#ui/errors/error-data.ts";

/** The body of a form sent without JavaScript. @throws a response with the status 400 if there is none */
export async function readForm(request: Request): Promise<FormData> {
  return await request.formData().catch(() => {
    throw new Response("Send the fields of the form.\n", { status: 400 });
  });
}

/** A field of a form sent without JavaScript, as text of at most 1,000 characters. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 1_000) : "";
}

/** The path to open after signing in, from a form sent without JavaScript; empty if it is invalid. */
export function formRedirect(form: FormData): string {
  return safeRedirect(form.get("redirect"));
}

/** The path of the page that contained a form or a link. */
export function pageBefore(request: Request): string {
  const referer = request.headers.get("referer") ?? "";
  return (URL.canParse(referer) && safeRedirect(new URL(referer).pathname)) || "/account";
}

/** The response to a form: a redirect that the browser follows by GET (RFC 9110, section 15.4.4). */
export function seeOther(
  path: string,
  search: Record<string, string> = {},
  setCookies: string[] = [],
): Response {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value)).toString();
  const headers = new Headers({ location: query ? `${path}?${query}` : path });
  for (const cookie of setCookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/**
 * The response to a form that failed: its page again, with the flash message. A form that was sent by script stays on its page if
 * no field is wrong.
 */
export function formFailed(
  request: Request,
  { path, search, flash }: { path: string; search?: Record<string, string>; flash: Flash },
): Response {
  const code = flash.form?.error?.code ?? "";
  if (isSentByScript(request) && (flash.failure || errorTextKeys[code]))
    return errorResponse(503, code || "FAILED", "The form could not be handled.");
  return seeOther(path, search, [writeFlash(request, flash)]);
}

/** To a form that was sent by script (`PostForm`), a redirect is JSON: browsers don't say where one leads. */
export function formResponse(request: Request, response: Response): Response {
  const location = response.headers.get("location");
  if (response.status !== 303 || !location || !isSentByScript(request)) return response;
  const headers = new Headers(response.headers);
  headers.delete("location");
  headers.set("content-type", "application/json");
  headers.set("cache-control", "no-store");
  return new Response(JSON.stringify({ location }), { headers });
}

function isSentByScript({ method, headers }: Request): boolean {
  return method === "POST" && headers.get("accept") === "application/json";
}
