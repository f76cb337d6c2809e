import { createFileRoute, redirect } from "@tanstack/react-router";
import type { AuthError } from "#features/auth/auth-client.ts";
import { DemoVerifyScreen } from "#features/auth/demo/screens/demo-verify-screen.tsx";
import { checkEmail } from "#features/auth/email.ts";
import { VerifyScreen } from "#features/auth/screens/verify-screen.tsx";
import { formRedirect, formText, readForm, seeOther } from "#app/routing/form.ts";
import { requireSignedOut } from "#app/routing/guards.ts";
import { redirectSearch, searchText } from "#app/routing/redirect-search.ts";
import { writeFlash } from "#server/flash.ts";

export const Route = createFileRoute("/login/verify")({
  // In the first script: people begin here.
  codeSplitGroupings: [],
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
        const { checkForm } = await import("#features/auth/schema.ts");
        const { postForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const email = formText(form, "email");
        const redirectPath = formRedirect(form);
        const post = (path: string, body: object) => postForm({ request, context }, path, body);
        const again = (error: AuthError | undefined, setCookies: string[]) => {
          const flash = error ? [writeFlash(request, { form: { value: "", error } })] : [];
          return seeOther("/login/verify", { email, redirect: redirectPath }, [...setCookies, ...flash]);
        };
        if (form.has("again")) {
          const sent = await post("/email-otp/send-verification-otp", { email, type: "sign-in" });
          return again(sent.error, sent.setCookies);
        }
        const { values, error: problem } = checkForm("verification", form);
        if (problem) return again(problem, []);
        const { error, setCookies } = await post("/sign-in/email-otp", { email, otp: values.code });
        if (!error) return seeOther("/login", { redirect: redirectPath }, setCookies);
        if (error.code === "SIGNUP_DISABLED") return seeOther("/login/error", { error: "signup_disabled" });
        return again(error, setCookies);
      },
    },
  },
});

function Verify() {
  const { page } = Route.useRouteContext();
  const { email, redirect: redirectPath = "" } = Route.useSearch();
  const { form: sent } = page.flash;
  // optional: demo
  if (page.demo)
    return <DemoVerifyScreen demoCode={page.demo.code} email={email} redirect={redirectPath} sent={sent} />;
  // end: demo
  return (
    <VerifyScreen
      signUp={page.signUp}
      isThisMachine={page.thisMachine !== null}
      email={email}
      redirect={redirectPath}
      sent={sent}
    />
  );
}
