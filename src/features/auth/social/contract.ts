import { z } from "zod";
import { accountOperation, confirmedAccountOperation } from "../account-operation.ts";
import { linkedAccountSchema } from "./schema.ts";

export const linkedAccountContract = {
  listLinkedAccounts: accountOperation
    .route({ method: "GET", path: "/account/linked-accounts" })
    .output(z.array(linkedAccountSchema)),

  removeLinkedAccount: confirmedAccountOperation
    .route({ method: "DELETE", path: "/account/linked-accounts/{id}" })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { status: 404, message: "You have no such account" } }),
};
