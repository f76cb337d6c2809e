import { z } from "zod";

const flashSchema = z.object({
  /** What a form sent without JavaScript came back with. */
  form: z
    .object({
      value: z.string().max(300),
      error: z.object({ code: z.string().max(60), retryAfterSeconds: z.number().optional() }),
    })
    .optional(),
  /** Who is to be welcomed. */
  welcome: z.string().max(100).optional(),
  /** Somebody signed out. */
  signedOut: z.literal(true).optional(),
  /** What was asked for and did not work. */
  failure: z.enum(["onboarding", "signOut"]).optional(),
});

/** What one answer tells the next page, once. */
export type Flash = z.infer<typeof flashSchema>;

export const flashCookie = "flash";

/** The Set-Cookie header that carries it: for a minute, out of any script's reach. */
export function writeFlash(flash: Flash): string {
  const value = Buffer.from(JSON.stringify(flash)).toString("base64url");
  return `${flashCookie}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;
}

/** The Set-Cookie header that ends it. */
export const clearFlash = `${flashCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** What the cookie's value says. Anything that we did not write reads as nothing. */
export function readFlash(value: string | undefined): Flash {
  if (!value) return {};
  try {
    return flashSchema.parse(JSON.parse(Buffer.from(value, "base64url").toString()));
  } catch {
    return {};
  }
}
