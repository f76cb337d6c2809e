import { createFileRoute } from "@tanstack/react-router";
import { loadAccount } from "#features/auth/queries.ts";
import { AccountScreen } from "#features/auth/account/screens/account-screen.tsx";
import { accountSearch } from "#features/auth/account/account-search.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";

export const Route = createFileRoute("/app/account")({
  ...accountSearch,
  staticData: {
    texts: [
      "authAccount",
      "authKeys", // optional: api-keys
    ],
  },
  loader: ({ context: { queryClient } }) => loadAccount(queryClient),
  component: Account,
});

function Account() {
  const { t } = useTranslation("areas");
  const { user, page } = Route.useRouteContext();
  return (
    <AccountScreen
      user={user}
      providers={page.socialProviders} // optional: social
      search={Route.useSearch()}
      otherArea={user.areas.manager && <ButtonLink to="/manager">{t("openManager")}</ButtonLink>}
      build={page.build}
    />
  );
}
