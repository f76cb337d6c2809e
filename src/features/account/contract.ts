import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { nameSchema } from "#features/auth/schema.ts";

export const accountContract = {
  onboard: operation({ account: ["update"] })
    .route({
      method: "POST",
      path: "/account/onboarding",
      summary: "Give your name on first sign-in",
      tags: ["Account"],
    })
    .input(z.object({ name: nameSchema }))
    .output(z.object({ name: z.string() })),
};
