import { safeRedirect } from "#features/auth/redirect.ts";

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
