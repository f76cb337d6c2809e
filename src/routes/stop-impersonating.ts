import { createFileRoute } from "@tanstack/react-router";
import { formFailed, pageBefore, seeOther } from "#app/routing/form.ts";

/**
 * Stops an impersonation and returns to Manager; to login, if the administrator's own session has ended or they are no
 * administrator any more. It also clears the browser's cache of what the user sees.
 */
export const Route = createFileRoute("/stop-impersonating")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { postForm } = await import("#features/auth/server/forms.ts");
        const { findSession } = await import("#features/auth/sessions/server/find-session.ts");
        // If it fails, the form does, too.
        const session = await findSession({ ...context.services, headers: request.headers }).catch(
          () => null,
        );
        const answer = await postForm({ request, context }, "/admin/stop-impersonating");
        // It may have ended before.
        const hasEnded = ["UNAUTHORIZED", "BAD_REQUEST"].includes(answer.error?.code ?? "");
        if (answer.error && !hasEnded)
          return formFailed(request, { path: pageBefore(request), flash: { failure: "stopImpersonating" } });
        const isAdministrator = !answer.error && answer.body !== null;
        const userPage = session ? `/manager/users/${session.user.id}` : "/manager";
        const response = seeOther(isAdministrator ? userPage : "/login", {}, answer.setCookies);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});
