import { z } from "zod";

/** What clients may send to better-auth's endpoints that start a social sign-in, or the linking of an account. */
export const socialBodies: Readonly<Record<string, z.ZodType>> = {
  "/sign-in/social": z
    .strictObject({
      provider: z.string(),
      callbackURL: z.string().optional(),
      newUserCallbackURL: z.string().optional(),
      errorCallbackURL: z.string().optional(),
      disableRedirect: z.boolean().optional(),
    })
    .meta({ examples: [{ provider: "github", callbackURL: "/" }] }),
  "/link-social": z
    .strictObject({ provider: z.string(), callbackURL: z.string(), errorCallbackURL: z.string() })
    .meta({
      examples: [{ provider: "github", callbackURL: "/account", errorCallbackURL: "/account" }],
    }),
};
