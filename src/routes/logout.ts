import { createFileRoute } from "@tanstack/react-router";
import { forgetPersonalCookies } from "#app/features.server.ts";
import { formFailed, pageBefore, seeOther } from "#app/routing/form.ts";
import { writeFlash } from "#server/flash.ts";

/** Ends the session and clears the browser's cache. */
export const Route = createFileRoute("/logout")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { postForm } = await import("#features/auth/server/forms.ts");
        const { error, setCookies } = await postForm({ request, context }, "/sign-out");
        if (error) return formFailed(request, { path: pageBefore(request), flash: { failure: "signOut" } });
        const response = seeOther("/login", {}, [
          ...setCookies,
          ...forgetPersonalCookies(new URL(request.url)),
          writeFlash(request, { signedOut: true }),
        ]);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});
