import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { accountTags } from "../account-operation.ts";

export const codeContract = {
  readMailDelay: operation("public")
    .route({ method: "GET", path: "/account/mail-delay", tags: accountTags })
    .output(z.object({ isLate: z.boolean() })),
};
