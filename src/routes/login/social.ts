import { createFileRoute } from "@tanstack/react-router";
import { formText, readForm, seeOther } from "#app/routing/form.ts";

/** Redirects to a social provider, for the login page without JavaScript. */
export const Route = createFileRoute("/login/social")({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { authService, handleSocialForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const input = { provider: formText(form, "provider"), redirect: formText(form, "redirect") };
        const result = await handleSocialForm(authService(context), { request, context }, input);
        if (result.ok) return seeOther(result.url, {}, result.setCookies);
        return seeOther("/login/error", { error: "unknown_error" }, result.setCookies);
      },
    },
  },
});
