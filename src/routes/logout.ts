import { createFileRoute } from "@tanstack/react-router";
import { safeRedirect } from "#features/auth/redirect.ts";
import { signOut } from "#features/auth/server/form-actions.ts";
import { seeOther } from "#routing/form.ts";
import { writeFlash } from "#server/flash.ts";

/** Ends the session, and leaves nothing of it in the browser's caches. */
export const Route = createFileRoute("/logout")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const ended = await signOut({ headers: request.headers, info: context });
        if (!ended.ok) return seeOther(pageBefore(request), {}, [writeFlash({ failure: "signOut" })]);
        const response = seeOther("/login", {}, [...ended.setCookies, writeFlash({ signedOut: true })]);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});

/** The page that the form stood on. */
function pageBefore(request: Request): string {
  const referer = request.headers.get("referer") ?? "";
  return (URL.canParse(referer) && safeRedirect(new URL(referer).pathname)) || "/app";
}
