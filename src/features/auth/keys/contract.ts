import { z } from "zod";
import { accountOperation, confirmedAccountOperation } from "../account-operation.ts";
import { apiKeySchema, createdKeySchema, keyInputSchema, keyLimit, listedKeysSchema } from "./schema.ts";

export const keyContract = {
  listKeys: accountOperation
    .route({ method: "GET", path: "/account/keys", summary: "List your API keys, the oldest first" })
    .output(listedKeysSchema),

  createKey: confirmedAccountOperation
    .route({
      method: "POST",
      path: "/account/keys",
      summary: "Create an API key",
      description: "Only this response contains the key. You are notified by email.",
    })
    .input(keyInputSchema)
    .output(createdKeySchema)
    .errors({
      TOO_MANY_KEYS: {
        status: 409,
        message: `You've reached the limit of ${keyLimit} API keys: revoke one first`,
      },
      PERMISSION_NOT_GRANTED: {
        status: 403,
        message: "An API key can't allow what you may not do, or what needs a session",
        data: z.object({ permissions: z.array(z.string()) }),
      },
    }),

  revokeKey: confirmedAccountOperation
    .route({
      method: "DELETE",
      path: "/account/keys/{id}",
      summary: "Revoke one of your API keys",
      description: "Requests with it are rejected immediately. You are notified by email.",
    })
    .input(z.object({ id: z.uuid() }))
    .output(apiKeySchema)
    .errors({ NOT_FOUND: { status: 404, message: "You have no such API key" } }),
};
