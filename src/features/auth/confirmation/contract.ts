import { z } from "zod";
import { impersonationErrors } from "#rpc/impersonation-errors.ts"; // optional: impersonation
import { accountOperation, codeRequest, confirmedAccountOperation } from "../account-operation.ts";
import { usePasskeyErrors, verifyCodeErrors } from "../errors/definitions.ts";
import { requestOptionsSchema, usedCredentialSchema } from "../passkeys/schema.ts";
import { codeSchema } from "../schema.ts";

const confirmedOutput = z.object({ /** When the confirmation expires. */ until: z.date() });

export const confirmationContract = {
  requestConfirmation: codeRequest("/account/confirmation/code", "confirm that it's you"),

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
    .errors(impersonationErrors) // optional: impersonation
    .errors(verifyCodeErrors),

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

  checkConfirmation: confirmedAccountOperation
    .route({
      method: "GET",
      path: "/account/confirmation",
      summary: "Check that you have confirmed within the last 10 minutes that it's you",
    })
    .output(z.object({})),
};
