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
  listPasskeys: accountOperation
    .route({ method: "GET", path: "/account/passkeys", summary: "List your passkeys, the oldest first" })
    .output(passkeysSchema),

  passkeyCreationOptions: confirmedAccountOperation
    .route({
      method: "POST",
      path: "/account/passkeys/options",
      summary: "Start adding a passkey",
      description:
        "Returns the options for PublicKeyCredential.parseCreationOptionsFromJSON. They work once, for five minutes, in this session.",
    })
    .output(creationOptionsSchema)
    .errors(passkeyLimitErrors),

  addPasskey: confirmedAccountOperation
    .route({
      method: "POST",
      path: "/account/passkeys",
      summary: "Add the passkey that your browser created",
      description: "You are notified by email.",
    })
    .input(z.object({ name: nameSchema, credential: newCredentialSchema }))
    .output(passkeySchema)
    .errors({
      ...addPasskeyErrors,
      ...passkeyLimitErrors,
      PREVIOUSLY_REGISTERED: { status: 409, message: "This passkey was already added" },
    }),

  renamePasskey: accountOperation
    .route({ method: "PUT", path: "/account/passkeys/{id}", summary: "Rename one of your passkeys" })
    .input(z.object({ id: z.uuid(), name: nameSchema }))
    .output(passkeySchema)
    .errors(impersonationErrors) // optional: impersonation
    .errors(passkeyNotFoundErrors),

  removePasskey: confirmedAccountOperation
    .route({
      method: "DELETE",
      path: "/account/passkeys/{id}",
      summary: "Remove one of your passkeys",
      description: "You are notified by email.",
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid(), credentialId: z.string() }))
    .errors(passkeyNotFoundErrors),

  passkeyConfirmationOptions: accountOperation
    .route({
      method: "POST",
      path: "/account/confirmation/passkey/options",
      summary: "Start confirming with a passkey that it's you",
      description:
        "Returns the options for PublicKeyCredential.parseRequestOptionsFromJSON. They work once, for five minutes, in this session.",
    })
    .errors(impersonationErrors) // optional: impersonation
    .output(requestOptionsSchema),

  confirmWithPasskey: accountOperation
    .route({
      method: "POST",
      path: "/account/confirmation/passkey",
      summary: "Confirm with one of your passkeys that it's you",
    })
    .input(z.object({ credential: usedCredentialSchema }))
    .output(confirmedOutput)
    .errors(impersonationErrors) // optional: impersonation
    .errors(usePasskeyErrors),
};
