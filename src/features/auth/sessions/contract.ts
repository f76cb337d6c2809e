import { z } from "zod";
import { needs, userOperation } from "#features/users/contract.ts";
import { bulkResultSchema, endKeysSchema, userIdsSchema } from "#features/users/schema.ts";
import { notFound } from "#resource/contract.ts";
import { dayRangeSchema } from "#resource/day-range.ts";
import { accountOperation } from "../account-operation.ts";
import { sessionsSchema } from "./schema.ts";

const idInput = z.object({ id: z.uuid() });
const countOutput = z.object({ count: z.int() });

const listAccess = needs({ session: ["list"] }, "LIST_USERS_SESSIONS", "list users' sessions");
const revokeAccess = needs({ session: ["revoke"] }, "REVOKE_USERS_SESSIONS", "revoke users' sessions");

export const sessionContract = {
  listSessions: accountOperation.route({ method: "GET", path: "/account/sessions" }).output(sessionsSchema),

  revokeSession: accountOperation
    .route({ method: "DELETE", path: "/account/sessions/{id}" })
    .input(idInput)
    .output(idInput)
    .errors({ NOT_FOUND: { status: 404, message: "You have no such session" } }),

  revokeOtherSessions: accountOperation
    .route({ method: "DELETE", path: "/account/sessions" })
    .output(countOutput),

  listUserSessions: userOperation(listAccess)
    .route({ method: "GET", path: "/users/{id}/sessions" })
    .input(idInput.extend(dayRangeSchema.shape))
    .output(sessionsSchema),

  revokeUserSession: userOperation(revokeAccess)
    .route({ method: "DELETE", path: "/users/{id}/sessions/{sessionId}" })
    .input(idInput.extend({ sessionId: z.uuid() }))
    .output(idInput)
    .errors({
      NOT_FOUND: { status: 404, message: "The user has no such session." },
      CURRENT_SESSION: { status: 403, message: "You are using this session: log out to end it." },
    }),

  revokeUserSessions: userOperation(revokeAccess)
    .route({ method: "DELETE", path: "/users/{id}/sessions" })
    .input(
      z.object({
        id: z.uuid(),
        ...endKeysSchema.shape, // optional: api-keys
      }),
    )
    .output(countOutput)
    .errors(notFound),

  revokeSessionsOfUsers: userOperation(revokeAccess)
    .route({ method: "POST", path: "/users/session-revocations" })
    .input(
      z.object({
        ids: userIdsSchema.shape.ids,
        ...endKeysSchema.shape, // optional: api-keys
      }),
    )
    .output(bulkResultSchema),
};
