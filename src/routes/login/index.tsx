import { createFileRoute } from "@tanstack/react-router";
import type { AuthError } from "#features/auth/auth-client.ts";
import { DemoLoginScreen } from "#features/auth/demo/screens/demo-login-screen.tsx";
import { LoginScreen } from "#features/auth/screens/login-screen.tsx";
import { formRedirect, formText, readForm, seeOther } from "#app/routing/form.ts";
import { requireSignedOut } from "#app/routing/guards.ts";
import { redirectSearch } from "#app/routing/redirect-search.ts";
import { writeFlash } from "#server/flash.ts";
import { socialPolicy } from "./-social-policy.ts";

export const Route = createFileRoute("/login/")({
  // In the first script: people begin here.
  codeSplitGroupings: [],
  validateSearch: redirectSearch,
  beforeLoad: ({ context, search }) => requireSignedOut({ context }, search.redirect ?? ""),
  headers: socialPolicy, // optional: social
  component: Login,
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { checkForm } = await import("#features/auth/schema.ts");
        const { postForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const redirect = formRedirect(form);
        const failed = (error: AuthError) => {
          const flash = { form: { value: formText(form, "email").slice(0, 300), error } };
          return seeOther("/login", { redirect }, [writeFlash(request, flash)]);
        };
        const { values, error: problem } = checkForm("login", form);
        if (problem) return failed(problem);
        const { email } = values;
        const { error, setCookies } = await postForm(
          { request, context },
          "/email-otp/send-verification-otp",
          { email, type: "sign-in" },
        );
        return error ? failed(error) : seeOther("/login/verify", { email, redirect }, setCookies);
      },
    },
  },
});

function Login() {
  const { page } = Route.useRouteContext();
  const { redirect = "" } = Route.useSearch();
  // optional: demo
  if (page.demo)
    return (
      <DemoLoginScreen accounts={page.demo.accounts} redirect={redirect} error={page.flash.form?.error} />
    );
  // end: demo
  return (
    <LoginScreen
      signUp={page.signUp}
      providers={page.socialProviders} // optional: social
      redirect={redirect}
      thisMachine={page.thisMachine}
      sent={page.flash.form}
    />
  );
}
