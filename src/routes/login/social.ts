import { createFileRoute } from "@tanstack/react-router";
import { socialSignInBody } from "#features/auth/social/sign-in-body.ts";
import { formRedirect, formText, readForm, seeOther } from "#app/routing/form.ts";

/** Redirects to a social provider, for the login page without JavaScript. */
export const Route = createFileRoute("/login/social")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { postForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const body = socialSignInBody(formText(form, "provider"), formRedirect(form));
        const answer = await postForm<{ url: string }>({ request, context }, "/sign-in/social", body);
        if (answer.error) return seeOther("/login/error", { error: "unknown_error" });
        return seeOther(answer.body.url, {}, answer.setCookies);
      },
    },
  },
});
