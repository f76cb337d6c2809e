import { z } from "zod";
import { impersonationErrors } from "#rpc/impersonation-errors.ts";
import { accountOperation, codeRequest, confirmedAccountOperation } from "../account-operation.ts";
import { verifyCodeErrors } from "../errors/definitions.ts";
import { codeSchema, confirmedOutput } from "../schema.ts";

export const confirmationContract = {
  requestConfirmation: codeRequest("/account/confirmation/code"),

  confirm: accountOperation
    .route({ method: "POST", path: "/account/confirmation" })
    .input(z.object({ code: codeSchema }))
    .output(confirmedOutput)
    .errors(impersonationErrors) // optional: impersonation
    .errors(verifyCodeErrors),

  checkConfirmation: confirmedAccountOperation
    .route({ method: "GET", path: "/account/confirmation" })
    .output(z.object({})),
};
