import { z } from "zod";
import { codeSchema, emailSchema, nameSchema } from "#features/auth/schema.ts";
import { answerErrors, askingErrors } from "#features/auth/codes/contract-errors.ts";
import { addingErrors, creationOptionsSchema, newCredentialSchema } from "#features/auth/passkeys/schema.ts";
import { operation } from "#rpc/operation.ts";
import {
  accountDataSchema,
  passkeySchema,
  passkeysSchema,
  sessionCursorSchema,
  sessionPageSchema,
} from "./account/schema.ts";

const tags = ["Account"];

const ofOwnAccount = operation({ account: ["update"] });

const notWhileActing = {
  ACTING_AS_SOMEONE_ELSE: { status: 403, message: "Not while you act as someone else" },
} as const;

const lastAdministrator = {
  LAST_ADMINISTRATOR: { status: 409, message: "You are the last administrator: make someone else one first" },
} as const;

const enoughPasskeys = {
  TOO_MANY_PASSKEYS: { status: 409, message: "You have as many passkeys as one may have: remove one first" },
} as const;

const noSuchPasskey = {
  NOT_FOUND: { status: 404, message: "You have no such passkey." },
} as const;

/** The address that a code went to. */
const sentTo = z.object({ email: z.string() });

export const accountContract = {
  onboard: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/onboarding",
      summary: "Give your name on first sign-in",
      tags,
    })
    .input(z.object({ name: nameSchema }))
    .output(z.object({ name: z.string() })),

  rename: ofOwnAccount
    .route({ method: "PUT", path: "/account/name", summary: "Change your name", tags })
    .input(z.object({ name: nameSchema }))
    .output(z.object({ name: z.string() })),

  requestEmailChange: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/email/code",
      summary: "Send a code to the address that you want to have",
      description:
        "Answers the same where the address belongs to someone else, who is then sent nothing. The code works in the session that asked for it.",
      tags,
    })
    .input(z.object({ email: emailSchema }))
    .output(sentTo)
    .errors({
      ...askingErrors,
      ...notWhileActing,
      EMAIL_UNCHANGED: { status: 400, message: "This is your email already" },
    }),

  changeEmail: ofOwnAccount
    .route({
      method: "PUT",
      path: "/account/email",
      summary: "Change your address with the code that was sent to it",
      description: "Ends your sessions on other devices, and tells the old address.",
      tags,
    })
    .input(z.object({ email: emailSchema, code: codeSchema }))
    .output(z.object({ email: z.string() }))
    .errors({
      ...answerErrors,
      ...notWhileActing,
      EMAIL_TAKEN: { status: 409, message: "Email already used" },
    }),

  requestVerification: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/verification/code",
      summary: "Send a code to your address, to verify it",
      tags,
    })
    .output(sentTo)
    .errors(askingErrors),

  verifyEmail: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/verification",
      summary: "Verify your address with the code that was sent to it",
      tags,
    })
    .input(z.object({ code: codeSchema }))
    .output(z.object({ email: z.string() }))
    .errors(answerErrors),

  listSessions: ofOwnAccount
    .route({
      method: "GET",
      path: "/account/sessions",
      summary: "List your sessions, those used last first",
      tags,
    })
    .input(z.object({ after: sessionCursorSchema.optional() }))
    .output(sessionPageSchema)
    .errors({ BAD_CURSOR: { status: 400, message: "This position is not in the list." } }),

  revokeSession: ofOwnAccount
    .route({
      method: "DELETE",
      path: "/account/sessions/{id}",
      summary: "End one of your sessions",
      tags,
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: "You have no such session." } }),

  revokeOtherSessions: ofOwnAccount
    .route({
      method: "DELETE",
      path: "/account/sessions",
      summary: "End all your sessions but the one that asks",
      tags,
    })
    .output(z.object({ count: z.int() })),

  listPasskeys: ofOwnAccount
    .route({
      method: "GET",
      path: "/account/passkeys",
      summary: "List your passkeys, those added first first",
      tags,
    })
    .output(passkeysSchema),

  askForPasskey: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/passkeys/options",
      summary: "Begin to add a passkey: what your browser must be told",
      description:
        "For PublicKeyCredential.parseCreationOptionsFromJSON. Good for five minutes, once, and in this session.",
      tags,
    })
    .output(creationOptionsSchema)
    .errors({ ...notWhileActing, ...enoughPasskeys }),

  addPasskey: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/passkeys",
      summary: "Add the passkey that your browser made",
      description: "You are told by mail.",
      tags,
    })
    .input(z.object({ name: nameSchema, credential: newCredentialSchema }))
    .output(passkeySchema)
    .errors({
      ...addingErrors,
      ...notWhileActing,
      ...enoughPasskeys,
      PREVIOUSLY_REGISTERED: { status: 409, message: "This passkey was added before" },
    }),

  renamePasskey: ofOwnAccount
    .route({
      method: "PUT",
      path: "/account/passkeys/{id}",
      summary: "Give one of your passkeys another name",
      tags,
    })
    .input(z.object({ id: z.uuid(), name: nameSchema }))
    .output(passkeySchema)
    .errors({ ...notWhileActing, ...noSuchPasskey }),

  removePasskey: ofOwnAccount
    .route({
      method: "DELETE",
      path: "/account/passkeys/{id}",
      summary: "Remove one of your passkeys: it opens your account no longer",
      description: "You are told by mail.",
      tags,
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid(), credentialId: z.string() }))
    .errors({ ...notWhileActing, ...noSuchPasskey }),

  requestDeletion: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/deletion/code",
      summary: "Send a code to your address, to delete your account",
      tags,
    })
    .output(sentTo)
    .errors({ ...askingErrors, ...notWhileActing, ...lastAdministrator }),

  deleteAccount: ofOwnAccount
    .route({
      method: "POST",
      path: "/account/deletion",
      summary: "Delete your account and everything in it for good, with the code that was sent",
      tags,
    })
    .input(z.object({ code: codeSchema }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...answerErrors, ...notWhileActing, ...lastAdministrator }),

  download: ofOwnAccount
    .route({
      method: "GET",
      path: "/account/data",
      summary: "Download everything that is stored about you",
      tags,
      outputStructure: "detailed",
      spec: (described) => ({ ...described, responses: { 200: downloaded } }),
    })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
};

/** The file's content, for the REST interface's description. */
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
