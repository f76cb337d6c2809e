import { createFileRoute } from "@tanstack/react-router";
import { DemoLoginScreen } from "#features/auth/demo/screens/demo-login-screen.tsx";
import { checkEmail } from "#features/auth/email.ts";
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
        const { postForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const email = formText(form, "email");
        const redirect = formRedirect(form);
        const body = { email, type: "sign-in" };
        const { error, setCookies } = await postForm(
          { request, context },
          "/email-otp/send-verification-otp",
          body,
        );
        if (!error)
          return seeOther("/login/verify", { email: checkEmail(email).email, redirect }, setCookies);
        const flash = writeFlash(request, { form: { value: email.slice(0, 300), error } });
        return seeOther("/login", { redirect }, [flash]);
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
      sent={page.flash.form}
    />
  );
}
