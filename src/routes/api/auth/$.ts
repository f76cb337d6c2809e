import { createFileRoute } from "@tanstack/react-router";
import { deleteUser } from "#app/delete-user.server.ts";
import { listUsers } from "#app/list-users.server.ts";
import { handleAuthRequest } from "#features/auth/server/handler.ts";
import { authService } from "#features/auth/server/service.ts";

/** The authentication service (specification, section 7), behind an allow-list. */
export const Route = createFileRoute("/api/auth/$")({
  server: {
    handlers: {
      ANY: ({ request, context }) =>
        handleAuthRequest(authService(context), request, {
          ...context,
          listUsers: (parameters) => listUsers(parameters, context),
          deleteUser: (body) => deleteUser(body, context),
        }),
    },
  },
});
