import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { accountTags } from "../account-operation.ts";

export const codeContract = {
  readMailDelay: operation("public")
    .route({
      method: "GET",
      path: "/account/mail-delay",
      tags: accountTags,
      summary: "Read whether mails with codes are late at the moment",
      description: "It is the same for everyone, and says nothing of a single mail.",
    })
    .output(z.object({ isLate: z.boolean() })),
};
