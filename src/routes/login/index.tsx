import { createFileRoute } from "@tanstack/react-router";
import { DemoLoginScreen } from "#features/auth/demo/screens/demo-login-screen.tsx";
import { LoginScreen } from "#features/auth/screens/login-screen.tsx";
import { formText, readForm, seeOther } from "#app/routing/form.ts";
import { requireSignedOut } from "#app/routing/guards.ts";
import { redirectSearch } from "#app/routing/redirect-search.ts";
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
        const { authService, handleEmailForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const email = formText(form, "email");
        const redirect = formText(form, "redirect");
        const result = await handleEmailForm(authService(context), { request, context }, email);
        if (result.ok) return seeOther("/login/verify", { email: result.email, redirect }, result.setCookies);
        const flash = writeFlash(request, { form: { value: email.slice(0, 300), error: result.error } });
        return seeOther("/login", { redirect }, [...result.setCookies, flash]);
      },
    },
  },
});

function Login() {
  const { page } = Route.useRouteContext();
  const { redirect = "" } = Route.useSearch();
  if (page.demo)
    return (
      <DemoLoginScreen accounts={page.demo.accounts} redirect={redirect} error={page.flash.form?.error} />
    );
  return (
    <LoginScreen
      signUp={page.signUp}
      providers={page.socialProviders}
      redirect={redirect}
      sent={page.flash.form}
    />
  );
}
