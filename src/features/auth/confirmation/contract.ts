import { z } from "zod";
import { impersonationErrors } from "#rpc/impersonation-errors.ts";
import { accountOperation, codeRequest, confirmedAccountOperation } from "../account-operation.ts";
import { verifyCodeErrors } from "../errors/definitions.ts";
import { codeSchema, confirmedOutput } from "../schema.ts";

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

  checkConfirmation: confirmedAccountOperation
    .route({
      method: "GET",
      path: "/account/confirmation",
      summary: "Check that you have confirmed within the last 10 minutes that it's you",
    })
    .output(z.object({})),
};
