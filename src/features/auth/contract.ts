import { z } from "zod";
import { listErrors } from "#resource/contract.ts";
import { confirmationErrors, confirmedOperation, operation } from "#rpc/operation.ts";
import { accountDataSchema } from "./account/schema.ts";
import {
  addPasskeyErrors,
  authErrors,
  requestCodeErrors,
  usePasskeyErrors,
  verifyCodeErrors,
} from "./errors/definitions.ts";
import {
  creationOptionsSchema,
  newCredentialSchema,
  passkeyLimit,
  passkeySchema,
  passkeysSchema,
  requestOptionsSchema,
  usedCredentialSchema,
} from "./passkeys/schema.ts";
import { apiKeySchema, createdKeySchema, keyInputSchema, keyLimit, listedKeysSchema } from "./keys/schema.ts";
import { codeSchema, emailSchema, nameSchema } from "./schema.ts";
import { linkedAccountSchema } from "./social/schema.ts";
import { sessionCursorSchema, sessionPageSchema } from "./sessions/schema.ts";

const needed = { account: ["update"] } as const;
const tags = ["Account"];
const accountOperation = operation(needed).route({ tags });
const confirmedAccountOperation = confirmedOperation(needed).route({ tags });

/** Administrators can't do this while they impersonate a user (decisions: "Users"). */
const impersonationErrors = {
  NOT_WHILE_IMPERSONATING: confirmationErrors.NOT_WHILE_IMPERSONATING,
};

const lastAdministratorErrors = {
  LAST_ADMINISTRATOR: { status: 409, message: "You are the last administrator: add another one first" },
} as const;

const passkeyLimitErrors = {
  TOO_MANY_PASSKEYS: {
    status: 409,
    message: `You've reached the limit of ${passkeyLimit} passkeys: remove one first`,
  },
} as const;

const passkeyNotFoundErrors = {
  NOT_FOUND: { status: 404, message: "You have no such passkey" },
} as const;

/** The token of the link that undoes an email change. */
const undoTokenSchema = z.string().max(100);
const undoErrors = { LINK_EXPIRED: authErrors.LINK_EXPIRED };

const emailOutput = z.object({ email: z.string() });
const nameOutput = z.object({ name: z.string() });
const confirmedOutput = z.object({ /** When the confirmation expires. */ until: z.date() });

export const authContract = {
  onboard: accountOperation
    .route({ method: "POST", path: "/account/onboarding", summary: "Set your name after the first sign-in" })
    .input(z.object({ name: nameSchema }))
    .output(nameOutput),

  rename: accountOperation
    .route({ method: "PUT", path: "/account/name", summary: "Change your name" })
    .input(z.object({ name: nameSchema }))
    .output(nameOutput),

  requestConfirmation: accountOperation
    .route({
      method: "POST",
      path: "/account/confirmation/code",
      summary: "Send a code to your email, to confirm that it's you",
    })
    .output(emailOutput)
    .errors({ ...requestCodeErrors, ...impersonationErrors }),

  confirm: accountOperation
    .route({
      method: "POST",
      path: "/account/confirmation",
      summary: "Confirm that it's you with the code that was sent",
      description:
        "For 10 minutes, this session can then call the operations that respond with CONFIRMATION_REQUIRED.",
    })
    .input(z.object({ code: codeSchema }))
    .output(confirmedOutput)
    .errors({ ...verifyCodeErrors, ...impersonationErrors }),

  passkeyConfirmationOptions: accountOperation
    .route({
      method: "POST",
      path: "/account/confirmation/passkey/options",
      summary: "Start confirming with a passkey that it's you",
      description:
        "Returns the options for PublicKeyCredential.parseRequestOptionsFromJSON. They work once, for five minutes, in this session.",
    })
    .output(requestOptionsSchema)
    .errors(impersonationErrors),

  confirmWithPasskey: accountOperation
    .route({
      method: "POST",
      path: "/account/confirmation/passkey",
      summary: "Confirm with one of your passkeys that it's you",
    })
    .input(z.object({ credential: usedCredentialSchema }))
    .output(confirmedOutput)
    .errors({ ...usePasskeyErrors, ...impersonationErrors }),

  checkConfirmation: confirmedAccountOperation
    .route({
      method: "GET",
      path: "/account/confirmation",
      summary: "Check that you have confirmed within the last 10 minutes that it's you",
    })
    .output(z.object({})),

  requestEmailChange: confirmedAccountOperation
    .route({
      method: "POST",
      path: "/account/email/code",
      summary: "Send a code to your new email",
      description:
        "The response is the same if the email belongs to someone else, but no code is sent. The code works only in the session that requested it.",
    })
    .input(z.object({ email: emailSchema }))
    .output(emailOutput)
    .errors({
      ...requestCodeErrors,
      INVALID_EMAIL: authErrors.INVALID_EMAIL,
      EMAIL_UNCHANGED: { status: 400, message: "This is already your email" },
    }),

  changeEmail: confirmedAccountOperation
    .route({
      method: "PUT",
      path: "/account/email",
      summary: "Change your email with the code that was sent to it",
      description: "Ends your sessions on other devices, and notifies the old email.",
    })
    .input(z.object({ email: emailSchema, code: codeSchema }))
    .output(emailOutput)
    .errors({
      ...verifyCodeErrors,
      EMAIL_TAKEN: { status: 409, message: "Email already used" },
    }),

  readEmailChange: operation("public")
    .route({
      method: "GET",
      path: "/account/email/undo",
      tags,
      summary: "Read the email change that the link in a mail undoes",
    })
    .input(z.object({ token: undoTokenSchema }))
    .output(z.object({ oldEmail: z.string(), newEmail: z.string(), changedAt: z.date() }))
    .errors(undoErrors),

  undoEmailChange: operation("public")
    .route({
      method: "POST",
      path: "/account/email/undo",
      tags,
      summary: "Undo an email change with the link in a mail",
      description:
        "Ends all sessions, removes the passkeys, linked accounts and API keys that were added since, and notifies the email that loses the account.",
    })
    .input(z.object({ token: undoTokenSchema }))
    .output(
      z.object({
        email: z.string(),
        /** How many were removed. */
        passkeys: z.int(),
        linkedAccounts: z.int(),
        keys: z.int(),
      }),
    )
    .errors({ ...undoErrors, EMAIL_TAKEN: { status: 409, message: "Email already used" } }),

  requestVerification: accountOperation
    .route({
      method: "POST",
      path: "/account/verification/code",
      summary: "Send a code to your email, to verify it",
    })
    .output(emailOutput)
    .errors({ ...requestCodeErrors, ...impersonationErrors }),

  verifyEmail: accountOperation
    .route({
      method: "POST",
      path: "/account/verification",
      summary: "Verify your email with the code that was sent to it",
      description:
        "Ends your other sessions, and removes passkeys, linked accounts and API keys that were added before: they may be someone else's.",
    })
    .input(z.object({ code: codeSchema }))
    .output(emailOutput)
    .errors({ ...verifyCodeErrors, ...impersonationErrors }),

  listSessions: accountOperation
    .route({
      method: "GET",
      path: "/account/sessions",
      summary: "List your sessions, the most recently used first",
    })
    .input(z.object({ after: sessionCursorSchema.optional() }))
    .output(sessionPageSchema)
    .errors(listErrors),

  revokeSession: accountOperation
    .route({ method: "DELETE", path: "/account/sessions/{id}", summary: "End one of your sessions" })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: "You have no such session" } }),

  revokeOtherSessions: accountOperation
    .route({
      method: "DELETE",
      path: "/account/sessions",
      summary: "End all your sessions except the current one",
    })
    .output(z.object({ count: z.int() })),

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
    .errors({ ...impersonationErrors, ...passkeyNotFoundErrors }),

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

  listLinkedAccounts: accountOperation
    .route({
      method: "GET",
      path: "/account/linked-accounts",
      summary: "List your accounts at social providers, the oldest first",
    })
    .output(z.array(linkedAccountSchema)),

  removeLinkedAccount: confirmedAccountOperation
    .route({
      method: "DELETE",
      path: "/account/linked-accounts/{id}",
      summary: "Unlink one of your accounts at social providers",
      description: "You are notified by email.",
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: "You have no such account" } }),

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

  requestDeletion: accountOperation
    .route({
      method: "POST",
      path: "/account/deletion/code",
      summary: "Send a code to your email, to delete your account",
    })
    .output(emailOutput)
    .errors({ ...requestCodeErrors, ...impersonationErrors, ...lastAdministratorErrors }),

  deleteAccount: confirmedOperation(needed, "own code")
    .route({
      method: "POST",
      path: "/account/deletion",
      summary: "Delete your account and everything in it permanently, with the code that was sent",
      tags,
    })
    .input(z.object({ code: codeSchema }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...verifyCodeErrors, ...lastAdministratorErrors }),

  download: confirmedAccountOperation
    .route({
      method: "GET",
      path: "/account/data",
      summary: "Download everything that we store about you",
      outputStructure: "detailed",
      spec: (described) => ({
        ...described,
        responses: { ...described.responses, 200: downloaded },
      }),
    })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
};

/** The file, as the OpenAPI description shows it. */
const downloaded = {
  description: "A file with your data",
  content: {
    "application/json": {
      schema: z.toJSONSchema(accountDataSchema, {
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => {
          if (zodSchema._zod.def.type === "date")
            Object.assign(jsonSchema, { type: "string", format: "date-time" });
        },
      }) as object,
    },
  },
};
