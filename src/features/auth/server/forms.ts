import type { RequestContext } from "#rpc/request-context.server.ts";
import { type AuthError, readAnswer } from "../auth-client.ts";
import { authPath, handleAuthRequest } from "./handler.ts";
import { authService } from "./service.ts";

/** The answer to a form, with the Set-Cookie headers of its response. */
type FormAnswer<Body> =
  | { body: Body; error?: undefined; setCookies: string[] }
  | { error: AuthError; setCookies: string[] };

/**
 * Sends a form of a page without JavaScript to the endpoint that the page's script calls. Routes import it when a form is sent,
 * because no page needs better-auth.
 */
export async function postForm<Body>(
  { request: { headers, signal }, context }: { request: Request; context: RequestContext },
  path: string,
  body: object = {},
): Promise<FormAnswer<Body>> {
  const sent = new Headers(headers);
  sent.set("content-type", "application/json");
  sent.delete("content-length");
  const url = new URL(authPath + path, context.services.config.baseUrl);
  const request = new Request(url, { method: "POST", headers: sent, body: JSON.stringify(body), signal });
  const response = await handleAuthRequest(authService(context), request, context);
  return { ...(await readAnswer<Body>(response)), setCookies: response.headers.getSetCookie() };
}
