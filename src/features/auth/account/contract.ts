import { z } from "zod";
import { impersonationErrors } from "#rpc/impersonation-errors.ts";
import { confirmedOperation, operation } from "#rpc/operation.ts";
import {
  accountOperation,
  accountPermission,
  accountTags,
  codeRequest,
  confirmedAccountOperation,
  emailOutput,
} from "../account-operation.ts";
import { authErrors, requestCodeErrors, verifyCodeErrors } from "../errors/definitions.ts";
import { codeSchema, emailSchema, nameSchema } from "../schema.ts";

const lastAdministratorErrors = {
  LAST_ADMINISTRATOR: { status: 409, message: "You are the last administrator: add another one first" },
} as const;

/** The token of the link that undoes an email change. */
const undoTokenSchema = z.string().max(100);
const undoErrors = { LINK_EXPIRED: authErrors.LINK_EXPIRED };

const nameOutput = z.object({ name: z.string() });

export const accountContract = {
  onboard: accountOperation
    .route({ method: "POST", path: "/account/onboarding" })
    .input(z.object({ name: nameSchema }))
    .output(nameOutput),

  rename: accountOperation
    .route({ method: "PUT", path: "/account/name" })
    .input(z.object({ name: nameSchema }))
    .output(nameOutput),

  requestEmailChange: confirmedAccountOperation
    .route({ method: "POST", path: "/account/email/code" })
    .input(z.object({ email: emailSchema }))
    .output(emailOutput)
    .errors({
      ...requestCodeErrors,
      INVALID_EMAIL: authErrors.INVALID_EMAIL,
      EMAIL_UNCHANGED: { status: 400, message: "This is already your email" },
    }),

  changeEmail: confirmedAccountOperation
    .route({ method: "PUT", path: "/account/email" })
    .input(z.object({ email: emailSchema, code: codeSchema }))
    .output(emailOutput)
    .errors({
      ...verifyCodeErrors,
      EMAIL_TAKEN: { status: 409, message: "Email already used" },
    }),

  readEmailChange: operation("public")
    .route({ method: "GET", path: "/account/email/undo", tags: accountTags })
    .input(z.object({ token: undoTokenSchema }))
    .output(z.object({ oldEmail: z.string(), newEmail: z.string(), changedAt: z.date() }))
    .errors(undoErrors),

  undoEmailChange: operation("public")
    .route({ method: "POST", path: "/account/email/undo", tags: accountTags })
    .input(z.object({ token: undoTokenSchema }))
    .output(
      z.object({
        email: z.string(),
        /** How many were removed. */
        passkeys: z.int(), // optional: passkeys
        linkedAccounts: z.int(), // optional: social
        keys: z.int(), // optional: api-keys
      }),
    )
    .errors({ ...undoErrors, EMAIL_TAKEN: { status: 409, message: "Email already used" } }),

  requestVerification: codeRequest("/account/verification/code"),

  verifyEmail: accountOperation
    .route({ method: "POST", path: "/account/verification" })
    .input(z.object({ code: codeSchema }))
    .output(emailOutput)
    .errors(impersonationErrors) // optional: impersonation
    .errors(verifyCodeErrors),

  requestDeletion: codeRequest("/account/deletion/code").errors(lastAdministratorErrors),

  deleteAccount: confirmedOperation(accountPermission, "own code")
    .route({ method: "POST", path: "/account/deletion", tags: accountTags })
    .input(z.object({ code: codeSchema }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...verifyCodeErrors, ...lastAdministratorErrors }),

  download: confirmedAccountOperation
    .route({
      method: "GET",
      path: "/account/data",
      outputStructure: "detailed",
      spec: (described) => ({
        ...described,
        responses: {
          ...described.responses,
          200: { description: "OK", content: { "application/json": {} } },
        },
      }),
    })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
};
