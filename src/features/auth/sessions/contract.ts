import { z } from "zod";
import { listErrors } from "#resource/contract.ts";
import { accountOperation } from "../account-operation.ts";
import { sessionCursorSchema, sessionPageSchema } from "./schema.ts";

export const sessionContract = {
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
};
