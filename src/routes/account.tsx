import { createFileRoute, redirect } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { loadAccount } from "#features/auth/queries.ts";
import { AccountScreen } from "#features/auth/account/screens/account-screen.tsx";
import { accountSearch } from "#features/auth/account/account-search.ts";
import { SessionDialogs } from "#app/layouts/session-dialogs.tsx";
import { accountPath, requireOnboarded } from "#app/routing/guards.ts";
import { Alert } from "#ui/display/alert.tsx";
import { AuthLayout } from "#ui/layout/auth-layout.tsx";

/** Leads to the user's account, and shows it to who may enter no area. */
export const Route = createFileRoute("/account")({
  ...accountSearch,
  staticData: {
    texts: [
      "auth",
      "authAccount",
      "authKeys", // optional: api-keys
    ],
  },
  beforeLoad: (options) => {
    const { user } = requireOnboarded(options);
    const path = accountPath(user);
    if (path !== "/account") throw redirect({ href: path + options.location.searchStr });
    return { user };
  },
  loader: ({ context: { queryClient } }) => loadAccount(queryClient),
  component: Account,
});

function Account() {
  const { t } = useTranslation("authAccount");
  const { user, page } = Route.useRouteContext();
  return (
    <AuthLayout isWide>
      <div className="grid gap-6">
        <Alert title={t("noArea")} />
        <AccountScreen
          user={user}
          providers={page.socialProviders} // optional: social
          search={Route.useSearch()}
          build={page.build}
        />
      </div>
      <SessionDialogs page={page} user={user} />
    </AuthLayout>
  );
}
