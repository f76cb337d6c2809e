import { createFileRoute } from "@tanstack/react-router";
import { loadAccount } from "#features/auth/queries.ts";
import { AccountScreen } from "#features/auth/account/screens/account-screen.tsx";
import { accountSearch } from "#features/auth/account/account-search.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";

export const Route = createFileRoute("/manager/account")({
  ...accountSearch,
  staticData: {
    texts: [
      "authAccount",
      "authKeys", // optional: api-keys
    ],
    breadcrumb: "authAccount:title",
  },
  loader: ({ context: { queryClient } }) => loadAccount(queryClient),
  component: Account,
});

function Account() {
  const { t } = useTranslation("areas"); // optional: app
  const { user, page } = Route.useRouteContext();
  return (
    <AccountScreen
      user={user}
      providers={page.socialProviders} // optional: social
      search={Route.useSearch()}
      otherArea={<ButtonLink to="/app">{t("openApp")}</ButtonLink>} // optional: app
      build={page.build}
    />
  );
}
