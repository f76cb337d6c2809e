import { createFileRoute, redirect } from "@tanstack/react-router";
import { checkEmail } from "#features/auth/email.ts";
import { VerifyScreen } from "#features/auth/screens/verify-screen.tsx";
import { formText, readForm, seeOther } from "#app/routing/form.ts";
import { requireSignedOut } from "#app/routing/guards.ts";
import { redirectSearch, searchText } from "#app/routing/redirect-search.ts";
import { writeFlash } from "#server/flash.ts";

export const Route = createFileRoute("/login/verify")({
  validateSearch: (search: Record<string, unknown>): { email: string; redirect?: string } => ({
    email: searchText(search.email),
    ...redirectSearch(search),
  }),
  beforeLoad: ({ context, search }) => {
    requireSignedOut({ context }, search.redirect ?? "");
    if (checkEmail(search.email).problem)
      throw redirect({ to: "/login", search: { redirect: search.redirect } });
  },
  component: Verify,
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { authService, handleCodeForm, handleEmailForm } =
          await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const email = formText(form, "email");
        const redirectPath = formText(form, "redirect");
        const sent = { request, context };
        const isResend = form.has("again");
        const result = isResend
          ? await handleEmailForm(authService(context), sent, email)
          : await handleCodeForm(authService(context), sent, { email, code: formText(form, "code") });
        if (result.ok && !isResend) return seeOther("/login", { redirect: redirectPath }, result.setCookies);
        if (result.ok) return seeOther("/login/verify", { email, redirect: redirectPath }, result.setCookies);
        if (result.error.code === "SIGNUP_DISABLED")
          return seeOther("/login/error", { error: "signup_disabled" });
        const flash = writeFlash(request, { form: { value: "", error: result.error } });
        return seeOther("/login/verify", { email, redirect: redirectPath }, [...result.setCookies, flash]);
      },
    },
  },
});

function Verify() {
  const { page } = Route.useRouteContext();
  const { email, redirect: redirectPath = "" } = Route.useSearch();
  return (
    <VerifyScreen
      signUp={page.signUp}
      email={email}
      redirect={redirectPath}
      sent={page.flash.form}
      demoCode={page.demo?.code}
    />
  );
}
