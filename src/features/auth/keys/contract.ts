import { z } from "zod";
import { userOperation } from "#features/users/contract.ts";
import { notFound } from "#resource/contract.ts";
import { confirmationErrors } from "#rpc/operation.ts";
import { accountOperation, confirmedAccountOperation } from "../account-operation.ts";
import {
  apiKeySchema,
  apiKeysSchema,
  createdKeySchema,
  keyInputSchema,
  keyLimit,
  listedKeysSchema,
} from "./schema.ts";

const idInput = z.object({ id: z.uuid() });

const revokeAccess = { permission: { apiKey: ["revoke"] }, confirmation: "recent" } as const;

const noSuchKey = { NOT_FOUND: { status: 404, message: "You have no such API key" } };

export const keyContract = {
  listKeys: accountOperation.route({ method: "GET", path: "/account/keys" }).output(listedKeysSchema),

  createKey: confirmedAccountOperation
    .route({ method: "POST", path: "/account/keys" })
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
    .route({ method: "DELETE", path: "/account/keys/{id}" })
    .input(idInput)
    .output(apiKeySchema)
    .errors(noSuchKey),

  dismissKeyUse: confirmedAccountOperation
    .route({ method: "DELETE", path: "/account/keys/{id}/use-after-end" })
    .input(idInput)
    .output(apiKeySchema)
    .errors(noSuchKey),

  listUserKeys: userOperation({ permission: { apiKey: ["list"] } })
    .route({ method: "GET", path: "/users/{id}/keys" })
    .input(idInput)
    .output(apiKeysSchema),

  revokeUserKey: userOperation(revokeAccess)
    .route({ method: "DELETE", path: "/users/{id}/keys/{keyId}" })
    .input(idInput.extend({ keyId: z.uuid() }))
    .output(apiKeySchema)
    .errors({ ...confirmationErrors, NOT_FOUND: { status: 404, message: "The user has no such API key." } }),

  revokeUserKeys: userOperation(revokeAccess)
    .route({ method: "DELETE", path: "/users/{id}/keys" })
    .input(idInput)
    .output(z.object({ count: z.int() }))
    .errors({ ...confirmationErrors, ...notFound }),
};
