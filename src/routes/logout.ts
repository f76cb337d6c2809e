import { createFileRoute } from "@tanstack/react-router";
import { signOut } from "#features/auth/sign-in.ts";
import { seeOther } from "#routing/form.ts";

/** Ends the session, and leaves nothing of it in the browser's caches. */
export const Route = createFileRoute("/logout")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { setCookies } = await signOut({ headers: request.headers, info: context });
        const response = seeOther("/login", {}, setCookies);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});
