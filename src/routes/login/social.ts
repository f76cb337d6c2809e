import { createFileRoute } from "@tanstack/react-router";
import { beginSocialSignIn } from "#features/auth/server/form-actions.ts";
import { formText, seeOther } from "#routing/form.ts";

/** Leads to a social provider, for the login page without JavaScript. */
export const Route = createFileRoute("/login/social")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const form = await request.formData();
        const answer = await beginSocialSignIn({
          provider: formText(form, "provider"),
          redirect: formText(form, "redirect"),
          headers: request.headers,
          info: context,
        });
        if (answer.ok) return seeOther(answer.url, {}, answer.setCookies);
        return seeOther("/login/error", { error: "unknown_error" }, answer.setCookies);
      },
    },
  },
});
