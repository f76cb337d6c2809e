import { z } from "zod";
import { cookieName, siteCookie } from "#lib/cookies.ts";

const flashSchema = z.object({
  /** The input and the error of a form that was sent without JavaScript. */
  form: z
    .object({
      value: z.string().max(300),
      error: z
        .object({
          code: z.string().max(60),
          retryAfterSeconds: z.number().optional(),
          sentAt: z.iso.datetime().optional(),
        })
        .optional(),
    })
    .optional(),
  /** The name in the welcome message after signing in. */
  welcome: z.string().max(100).optional(),
  /** An email change was undone: the email, and how much other access was removed. */
  undoneEmailChange: z
    .object({
      email: z.string().max(254),
      passkeys: z.int(), // optional: passkeys
      linkedAccounts: z.int(), // optional: social
      keys: z.int(), // optional: api-keys
    })
    .optional(),
  /** The user has just stopped mails with codes. */
  stoppedEmails: z.literal(true).optional(),
  /** The user has just signed out. */
  signedOut: z.literal(true).optional(),
  /** The action that failed. */
  failure: z
    .enum([
      "onboarding",
      "signOut",
      "stopImpersonating", // optional: impersonation
      "demo", // optional: demo
    ])
    .optional(),
});

/** A message from one response to the next page, shown once. */
export type Flash = z.infer<typeof flashSchema>;

export const flashCookie = "flash";

/** The Set-Cookie header that stores a flash message for a minute, unreadable by scripts; for the response to a request. */
export function writeFlash({ url }: { url: string }, flash: Flash): string {
  return header(url, Buffer.from(JSON.stringify(flash)).toString("base64url"), 60);
}

/** The Set-Cookie header that deletes it. */
export function clearFlash({ url }: { url: string }): string {
  return header(url, "", 0);
}

function header(url: string, value: string, maxAgeSeconds: number): string {
  const page = new URL(url);
  const name = cookieName(page, flashCookie);
  return siteCookie(page, { name, value, maxAgeSeconds, isHttpOnly: true });
}

/** Reads the cookie's value; an invalid one is an empty message. */
export function readFlash(value: string | undefined): Flash {
  if (!value) return {};
  try {
    return flashSchema.parse(JSON.parse(Buffer.from(value, "base64url").toString()));
  } catch {
    return {};
  }
}
