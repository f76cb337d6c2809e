import { z } from "zod";
import { emailSchema, nameSchema } from "../schema.ts";
import { usedCredentialSchema } from "../passkeys/schema.ts";

/** A call of the authentication service that is open. */
export type OpenCall = {
  method: "GET" | "POST";
  /** Whether only who is signed in may make it. */
  needsSession?: true;
  /** All that its body may hold; none where it takes no fields. */
  body?: z.ZodType;
};

const nothing = z.strictObject({});
/** A path of ours; better-auth checks that it is one. */
const path = z.string().startsWith("/").max(2_000);

/**
 * All that is open of the authentication service, below /api/auth: what the specification's section 7 names and what the
 * product uses. Everything else that better-auth knows is closed: passwords, its own forms of changing people, and
 * `delete-user`, until it asks for a code first.
 */
const openCalls = new Map<string, OpenCall>([
  ["/get-session", { method: "GET" }],
  ["/sign-out", { method: "POST", body: nothing }],
  ["/revoke-sessions", { method: "POST", needsSession: true, body: nothing }],
  ["/revoke-other-sessions", { method: "POST", needsSession: true, body: nothing }],
  ["/update-user", { method: "POST", needsSession: true, body: z.strictObject({ name: nameSchema }) }],
  ["/verify-email", { method: "GET" }],
  ["/admin/list-users", { method: "GET", needsSession: true }],
  ["/admin/stop-impersonating", { method: "POST", needsSession: true, body: nothing }],
  [
    "/email-otp/send-verification-otp",
    { method: "POST", body: z.strictObject({ email: emailSchema, type: z.literal("sign-in") }) },
  ],
  ["/sign-in/email-otp", { method: "POST", body: z.strictObject({ email: emailSchema, otp: z.string() }) }],
  ["/passkey/generate-authenticate-options", { method: "POST", body: nothing }],
  [
    "/passkey/verify-authentication",
    { method: "POST", body: z.strictObject({ response: usedCredentialSchema }) },
  ],
  [
    "/sign-in/social",
    {
      method: "POST",
      body: z.strictObject({
        provider: z.string(),
        callbackURL: path.optional(),
        newUserCallbackURL: path.optional(),
        errorCallbackURL: path.optional(),
        disableRedirect: z.boolean().optional(),
      }),
    },
  ],
  ["/callback/github", { method: "GET" }],
  ["/callback/google", { method: "GET" }],
  ["/callback/oidc", { method: "GET" }],
]);

/**
 * The open call at a path below /api/auth, as the URL has it: in this very spelling, without doubled or trailing slashes,
 * capitals or %-encoding.
 */
export function openCall(path: string): OpenCall | undefined {
  return openCalls.get(path);
}

/** Their paths. */
export const openPaths: readonly string[] = [...openCalls.keys()];
