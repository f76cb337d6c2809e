import { createFileRoute } from "@tanstack/react-router";
import { LoginScreen } from "#features/auth/screens/login-screen.tsx";
import { requestCode } from "#features/auth/server/form-actions.ts";
import { formText, seeOther } from "#routing/form.ts";
import { requireSignedOut } from "#routing/guards.ts";
import { redirectSearch } from "#routing/search.ts";
import { writeFlash } from "#server/flash.ts";
import { loginPolicy } from "./-login-policy.ts";

export const Route = createFileRoute("/login/")({
  validateSearch: redirectSearch,
  beforeLoad: ({ context, search }) => requireSignedOut({ context }, search.redirect ?? ""),
  headers: loginPolicy,
  component: Login,
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const form = await request.formData();
        const email = formText(form, "email");
        const redirect = formText(form, "redirect");
        const answer = await requestCode({ email, headers: request.headers, info: context });
        if (answer.ok) return seeOther("/login/verify", { email: answer.email, redirect }, answer.setCookies);
        const flash = writeFlash({ form: { value: email.slice(0, 300), error: answer.error } });
        return seeOther("/login", { redirect }, [...answer.setCookies, flash]);
      },
    },
  },
});

function Login() {
  const { page } = Route.useRouteContext();
  const { redirect = "" } = Route.useSearch();
  return (
    <LoginScreen
      signUp={page.signUp}
      providers={page.socialProviders}
      redirect={redirect}
      sent={page.flash.form}
    />
  );
}
