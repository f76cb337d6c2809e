import { createFileRoute, redirect } from "@tanstack/react-router";
import { onboard } from "#features/auth/queries.ts";
import { LoginAside } from "#features/auth/screens/login-aside.tsx";
import { OnboardingScreen } from "#features/auth/account/screens/onboarding-screen.tsx";
import { areasOf } from "#app/access/areas.ts";
import { landingPath, requireUser } from "#app/routing/guards.ts";
import { formFailed, formRedirect, formText, readForm, seeOther } from "#app/routing/form.ts";
import { redirectSearch } from "#app/routing/redirect-search.ts";
import { writeFlash } from "#server/flash.ts";
import { AuthLayout } from "#ui/layout/auth-layout.tsx";

export const Route = createFileRoute("/onboarding")({
  staticData: { texts: ["authAccount", "auth"] },
  validateSearch: redirectSearch,
  beforeLoad: ({ context, location, search }) => {
    const user = requireUser({ context, location });
    if (user.isOnboarded)
      throw redirect({ href: landingPath(user, search.redirect ?? ""), reloadDocument: true });
    return { user };
  },
  component: Onboarding,
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { checkForm } = await import("#features/auth/schema.ts");
        const form = await readForm(request);
        const redirectPath = formRedirect(form);
        const { values, error } = checkForm("onboarding", form);
        if (error) {
          const flash = { form: { value: formText(form, "name").slice(0, 300), error } };
          return formFailed(request, { path: "/onboarding", search: { redirect: redirectPath }, flash });
        }
        const { name } = values;
        try {
          await onboard(name);
        } catch {
          const flash = { failure: "onboarding" as const, form: { value: name } };
          return formFailed(request, { path: "/onboarding", search: { redirect: redirectPath }, flash });
        }
        const { caller, access } = await context.operationContext();
        const path = caller ? landingPath({ areas: areasOf(caller.user, access) }, redirectPath) : "/login";
        return seeOther(path, {}, [writeFlash(request, { welcome: name })]);
      },
    },
  },
});

function Onboarding() {
  const { page, user } = Route.useRouteContext();
  const { redirect: redirectPath = "" } = Route.useSearch();
  return (
    <AuthLayout aside={LoginAside && <LoginAside />}>
      <OnboardingScreen email={user.email} redirect={redirectPath} sent={page.flash.form} />
    </AuthLayout>
  );
}
