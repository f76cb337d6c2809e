import { createFileRoute } from "@tanstack/react-router";
import { pageBefore, seeOther } from "#app/routing/form.ts";
import { writeFlash } from "#server/flash.ts";

/** Stops an impersonation and returns to Manager. It also clears the browser's cache of what the user sees. */
export const Route = createFileRoute("/stop-impersonating")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { authService, handleStopImpersonatingForm } = await import("#features/auth/server/forms.ts");
        const result = await handleStopImpersonatingForm(authService(context), { request, context });
        if (!result.ok)
          return seeOther(pageBefore(request), {}, [writeFlash(request, { failure: "stopImpersonating" })]);
        const response = seeOther(result.path, {}, result.setCookies);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});
