import { z } from "zod";
import { usedCredentialSchema } from "../passkeys/schema.ts";
import { localTarget } from "../redirect.ts";
import { codeSchema, emailSchema, nameSchema } from "../schema.ts";
import type { SessionsToEnd } from "../sessions/store.ts";

/** An endpoint of the authentication service that clients may call. */
export type AllowedEndpoint = {
  method: "GET" | "POST";
  needsSession?: true;
  /** Whether the caller must have confirmed recently that it's them, as for a `confirmedOperation`. */
  needsConfirmation?: true;
  /** Whether it may wait for a provider's response. */
  callsProvider?: true;
  /** Sessions of the caller that our handler ends, by their ids. */
  ends?: SessionsToEnd;
  /** The fields that the body may have; without a schema, there is no body. */
  body?: z.ZodType;
};

const empty = z.strictObject({});

/** A path of ours, in canonical form: better-auth checks addresses before it resolves their dots. */
const path = z.string().transform((value, context) => {
  const target = localTarget(value);
  if (target) return target.url;
  context.addIssue("not a path on this origin");
  return z.NEVER;
});

/** The parameters of a query that better-auth redirects to. */
const callbackParameters = ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"];

/** Whether all addresses in a query that better-auth could redirect to are paths on this origin. */
export function hasLocalCallbacks(query: URLSearchParams): boolean {
  return callbackParameters.flatMap((name) => query.getAll(name)).every((value) => localTarget(value));
}

/**
 * All endpoints below /api/auth that are open: those of the specification's section 7 and those that the product uses.
 * better-auth's other endpoints are closed, for example passwords.
 * Of what needs a confirmation, only linking an account is here: operations do the rest (`confirmedOperation`).
 */
const endpoints = new Map<string, AllowedEndpoint>([
  ["/get-session", { method: "GET" }],
  ["/sign-out", { method: "POST", body: empty }],
  ["/revoke-sessions", { method: "POST", needsSession: true, ends: "all", body: empty }],
  ["/revoke-other-sessions", { method: "POST", needsSession: true, ends: "others", body: empty }],
  ["/update-user", { method: "POST", needsSession: true, body: z.strictObject({ name: nameSchema }) }],
  // The code that `requestDeletion` sends.
  ["/delete-user", { method: "POST", needsSession: true, body: z.strictObject({ token: codeSchema }) }],
  ["/verify-email", { method: "GET" }],
  ["/admin/list-users", { method: "GET" }],
  ["/admin/stop-impersonating", { method: "POST", body: empty }],
  [
    "/email-otp/send-verification-otp",
    { method: "POST", body: z.strictObject({ email: emailSchema, type: z.literal("sign-in") }) },
  ],
  ["/sign-in/email-otp", { method: "POST", body: z.strictObject({ email: emailSchema, otp: z.string() }) }],
  ["/passkey/generate-authenticate-options", { method: "POST", body: empty }],
  [
    "/passkey/verify-authentication",
    { method: "POST", body: z.strictObject({ response: usedCredentialSchema }) },
  ],
  [
    "/sign-in/social",
    {
      method: "POST",
      callsProvider: true,
      body: z.strictObject({
        provider: z.string(),
        callbackURL: path.optional(),
        newUserCallbackURL: path.optional(),
        errorCallbackURL: path.optional(),
        disableRedirect: z.boolean().optional(),
      }),
    },
  ],
  [
    "/link-social",
    {
      method: "POST",
      needsSession: true,
      needsConfirmation: true,
      callsProvider: true,
      body: z.strictObject({ provider: z.string(), callbackURL: path, errorCallbackURL: path }),
    },
  ],
  ["/callback/github", { method: "GET", callsProvider: true }],
  ["/callback/google", { method: "GET", callsProvider: true }],
  ["/callback/oidc", { method: "GET", callsProvider: true }],
]);

/** The open endpoint at a path below /api/auth. The path must match exactly: other spellings and encodings find nothing. */
export function allowedEndpoint(path: string): AllowedEndpoint | undefined {
  return endpoints.get(path);
}

export const allowedPaths: readonly string[] = [...endpoints.keys()];
