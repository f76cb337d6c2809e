import { z } from "zod";
import { usedCredentialSchema } from "../passkeys/schema.ts";
import { emailSchema, nameSchema } from "../schema.ts";

/** An endpoint of the authentication service that clients may call. */
export type AllowedEndpoint = {
  method: "GET" | "POST";
  needsSession?: true;
  /** The fields that the body may have; without a schema, there is no body. */
  body?: z.ZodType;
};

const empty = z.strictObject({});
/** A path of ours, which better-auth verifies. */
const path = z.string().startsWith("/").max(2_000);

/**
 * All endpoints below /api/auth that are open: those of the specification's section 7 and those that the product uses.
 * better-auth's other endpoints are closed, for example passwords, and `delete-user`, which asks for no code.
 */
const endpoints = new Map<string, AllowedEndpoint>([
  ["/get-session", { method: "GET" }],
  ["/sign-out", { method: "POST", body: empty }],
  ["/revoke-sessions", { method: "POST", needsSession: true, body: empty }],
  ["/revoke-other-sessions", { method: "POST", needsSession: true, body: empty }],
  ["/update-user", { method: "POST", needsSession: true, body: z.strictObject({ name: nameSchema }) }],
  ["/verify-email", { method: "GET" }],
  ["/admin/list-users", { method: "GET", needsSession: true }],
  ["/admin/stop-impersonating", { method: "POST", needsSession: true, body: empty }],
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

/** The open endpoint at a path below /api/auth. The path must match exactly: other spellings and encodings find nothing. */
export function allowedEndpoint(path: string): AllowedEndpoint | undefined {
  return endpoints.get(path);
}

export const allowedPaths: readonly string[] = [...endpoints.keys()];
