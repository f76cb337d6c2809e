import { createFileRoute } from "@tanstack/react-router";
import { forgetOpenedBooks } from "#features/books/opened-books.ts";
import { pageBefore, seeOther } from "#app/routing/form.ts";
import { writeFlash } from "#server/flash.ts";

/** Ends the session and clears the browser's cache. */
export const Route = createFileRoute("/logout")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { authService, handleSignOutForm } = await import("#features/auth/server/forms.ts");
        const result = await handleSignOutForm(authService(context), { request, context });
        if (!result.ok)
          return seeOther(pageBefore(request), {}, [writeFlash(request, { failure: "signOut" })]);
        const response = seeOther("/login", {}, [
          ...result.setCookies,
          forgetOpenedBooks(new URL(request.url)),
          writeFlash(request, { signedOut: true }),
        ]);
        response.headers.set("clear-site-data", '"cache"');
        return response;
      },
    },
  },
});
