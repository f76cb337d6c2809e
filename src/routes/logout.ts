import { createFileRoute } from "@tanstack/react-router";
import { safeRedirect } from "#features/auth/redirect.ts";
import { handleSignOutForm } from "#features/auth/server/forms.ts";
import { authService } from "#features/auth/server/service.ts";
import { seeOther } from "#app/routing/form.ts";
import { writeFlash } from "#server/flash.ts";

/** Ends the session and clears the browser's cache. */
export const Route = createFileRoute("/logout")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const result = await handleSignOutForm(authService(context), { request, context });
        if (!result.ok) return seeOther(pageBefore(request), {}, [writeFlash({ failure: "signOut" })]);
        const response = seeOther("/login", {}, [...result.setCookies, writeFlash({ signedOut: true })]);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});

/** The page that contained the form. */
function pageBefore(request: Request): string {
  const referer = request.headers.get("referer") ?? "";
  return (URL.canParse(referer) && safeRedirect(new URL(referer).pathname)) || "/app";
}
