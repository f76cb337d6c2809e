import { createFileRoute, redirect } from "@tanstack/react-router";
import { OnboardingScreen } from "#features/auth/account/screens/onboarding-screen.tsx";
import { checkName } from "#features/auth/name.ts";
import { areasOf } from "#routing/areas.ts";
import { landingPath, requireUser } from "#routing/guards.ts";
import { formText, seeOther } from "#routing/form.ts";
import { redirectSearch } from "#routing/search.ts";
import { operationContext } from "#request.ts";
import { client } from "#rpc/client.ts";
import { writeFlash } from "#server/flash.ts";
import { AuthLayout } from "#ui/layout/auth-layout.tsx";

export const Route = createFileRoute("/onboarding")({
  staticData: { texts: ["authAccount", "auth"] },
  validateSearch: redirectSearch,
  beforeLoad: ({ context, location, search }) => {
    const user = requireUser({ context, location });
    if (user.isOnboarded) throw redirect({ href: landingPath(user, search.redirect ?? "") });
    return { user };
  },
  component: Onboarding,
  server: {
    handlers: {
      POST: async ({ request }) => {
        const form = await request.formData();
        const wanted = formText(form, "redirect");
        const { name, problem } = checkName(formText(form, "name"));
        if (problem) {
          const flash = writeFlash({ form: { value: name.slice(0, 300), error: { code: problem } } });
          return seeOther("/onboarding", { redirect: wanted }, [flash]);
        }
        try {
          await client.account.onboard({ name });
        } catch {
          const flash = writeFlash({ failure: "onboarding" });
          return seeOther("/onboarding", { redirect: wanted }, [flash]);
        }
        const { caller, adminUserIds } = await operationContext(request);
        const path = caller ? landingPath({ areas: areasOf(caller.user, adminUserIds) }, wanted) : "/login";
        return seeOther(path, {}, [writeFlash({ welcome: name })]);
      },
    },
  },
});

function Onboarding() {
  const { page, user } = Route.useRouteContext();
  const { redirect: wanted = "" } = Route.useSearch();
  return (
    <AuthLayout>
      <OnboardingScreen email={user.email} redirect={wanted} sent={page.flash.form} />
    </AuthLayout>
  );
}
