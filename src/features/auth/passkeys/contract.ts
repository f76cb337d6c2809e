import { z } from "zod";
import { impersonationErrors } from "#rpc/impersonation-errors.ts";
import { accountOperation, confirmedAccountOperation } from "../account-operation.ts";
import { addPasskeyErrors, usePasskeyErrors } from "./errors.ts";
import { confirmedOutput, nameSchema } from "../schema.ts";
import {
  creationOptionsSchema,
  newCredentialSchema,
  passkeyLimit,
  passkeySchema,
  passkeysSchema,
  requestOptionsSchema,
  usedCredentialSchema,
} from "./schema.ts";

const passkeyLimitErrors = {
  TOO_MANY_PASSKEYS: {
    status: 409,
    message: `You've reached the limit of ${passkeyLimit} passkeys: remove one first`,
  },
} as const;

const passkeyNotFoundErrors = {
  NOT_FOUND: { status: 404, message: "You have no such passkey" },
} as const;

export const passkeyContract = {
  listPasskeys: accountOperation.route({ method: "GET", path: "/account/passkeys" }).output(passkeysSchema),

  passkeyCreationOptions: confirmedAccountOperation
    .route({ method: "POST", path: "/account/passkeys/options" })
    .output(creationOptionsSchema)
    .errors(passkeyLimitErrors),

  addPasskey: confirmedAccountOperation
    .route({ method: "POST", path: "/account/passkeys" })
    .input(z.object({ name: nameSchema, credential: newCredentialSchema }))
    .output(passkeySchema)
    .errors({
      ...addPasskeyErrors,
      ...passkeyLimitErrors,
      PREVIOUSLY_REGISTERED: { status: 409, message: "This passkey was already added" },
    }),

  renamePasskey: accountOperation
    .route({ method: "PUT", path: "/account/passkeys/{id}" })
    .input(z.object({ id: z.uuid(), name: nameSchema }))
    .output(passkeySchema)
    .errors(impersonationErrors) // optional: impersonation
    .errors(passkeyNotFoundErrors),

  removePasskey: confirmedAccountOperation
    .route({ method: "DELETE", path: "/account/passkeys/{id}" })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid(), credentialId: z.string() }))
    .errors(passkeyNotFoundErrors),

  passkeyConfirmationOptions: accountOperation
    .route({ method: "POST", path: "/account/confirmation/passkey/options" })
    .errors(impersonationErrors) // optional: impersonation
    .output(requestOptionsSchema),

  confirmWithPasskey: accountOperation
    .route({ method: "POST", path: "/account/confirmation/passkey" })
    .input(z.object({ credential: usedCredentialSchema }))
    .output(confirmedOutput)
    .errors(impersonationErrors) // optional: impersonation
    .errors(usePasskeyErrors),
};
