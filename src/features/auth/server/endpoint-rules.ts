import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { z } from "zod";
import { actorId } from "#server/activity/record-activity.ts";
import { localTarget } from "../redirect.ts";
import { infoOf } from "./request-client.ts";

/** Endpoints that wait for a sign-in provider. */
export const providerEndpoints: ReadonlySet<string> = new Set([
  // optional: social
  "/sign-in/social",
  "/link-social",
  "/callback/:id",
  // end: social
]);

/**
 * better-auth's own endpoints that the product uses, with the one method that is open. Its others are closed, for example passwords;
 * those of plugins are open. docs/security.md says what each may do.
 */
const usedEndpoints: ReadonlyMap<string, string> = new Map([
  ["/get-session", "GET"],
  // optional: social
  ["/sign-in/social", "POST"],
  ["/link-social", "POST"],
  ["/callback/:id", "GET"],
  // end: social
]);

/** The paths of the open endpoints, as better-auth writes them: parameters begin with a colon. */
export function openPaths(plugins: readonly BetterAuthPlugin[]): Set<string> {
  const added = plugins.flatMap(({ endpoints = {} }) => Object.values(endpoints).map(({ path }) => path));
  return new Set([...usedEndpoints.keys(), ...added].filter((path) => path !== undefined));
}

/** Whether a method of an open endpoint is open, too. Plugins' endpoints have only their own. */
export function isOpenMethod(endpoint: string, method: string): boolean {
  return (usedEndpoints.get(endpoint) ?? method) === method;
}

/**
 * The catalogue's error for better-auth's ways to sign up and in with a password (specification, sections 7 and 8): no account has one,
 * and the first sign-in with a code creates the account.
 */
export function passwordError(path: string): [code: string, message: string] | undefined {
  if (`${path}/`.startsWith("/sign-up/")) return ["FAILED_TO_CREATE_USER", "Failed to create user"];
  if (path === "/sign-in/email") return ["CREDENTIAL_ACCOUNT_NOT_FOUND", "Credential account not found"];
  return undefined;
}

/** For endpoints of ours: a body that may be missing, without fields. */
export const noBody = z.strictObject({}).optional();

/** Fields of a query or a body that better-auth redirects to. */
const callbacks = ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"];

/** The open endpoint at a path below /api/auth. The path must match exactly: other spellings and encodings find nothing. */
export function openEndpoint(open: ReadonlySet<string>, path: string): string | undefined {
  if (open.has(path)) return path;
  const patterns = [...open].filter((each) => each.includes(":"));
  return patterns.find((each) => new RegExp(`^${each.replaceAll(/:\w+/g, "[^/%]+")}$`).test(path));
}

/** Before every endpoint: they redirect only to paths on this origin, in canonical form. */
export const checkRequest = createAuthMiddleware(({ body, query }) =>
  Promise.resolve({ context: { body: withLocalCallbacks(body), query: withLocalCallbacks(query) } }),
);

function withLocalCallbacks(fields: unknown): unknown {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const local = Object.entries(fields).map(([name, value]) => {
    if (!callbacks.includes(name) || value === undefined) return [name, value] as const;
    const target = localTarget(value);
    if (target) return [name, target.url] as const;
    const message = `${name} must be a path on this origin`;
    throw new APIError("FORBIDDEN", { code: "INVALID_CALLBACK_URL", message });
  });
  return Object.fromEntries(local);
}

/** After every endpoint: no script in a browser can read a session's token, and the log names the user. */
export const checkResponse = createAuthMiddleware(({ request, context, json }) => {
  const { returned, session, newSession } = context;
  if (session) infoOf(request)?.addToLog?.({ user: actorId({ ...session.session, user: session.user }) });
  const isBody =
    typeof returned === "object" && !(returned instanceof Error) && !(returned instanceof Response);
  const tokens = [session?.session.token, newSession?.session.token];
  return Promise.resolve(isBody ? json(withoutTokens(returned, tokens)) : undefined);
});

/**
 * A copy of a response's body without sessions' tokens, at any depth: `token` of each session in it, and of any object if it is one of
 * `tokens`. Tokens of other kinds stay, for example those that a plugin creates.
 */
function withoutTokens(body: object | null, tokens: readonly unknown[]): object | null {
  const text = JSON.stringify(body, function (this: object, name: string, value: unknown) {
    const isSession = "userId" in this && "expiresAt" in this;
    return name === "token" && (isSession || tokens.includes(value)) ? undefined : value;
  });
  return JSON.parse(text) as object | null;
}
