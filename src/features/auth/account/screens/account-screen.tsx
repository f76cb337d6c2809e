import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonAnchor, buttonClasses } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { DownloadIcon } from "#ui/icons.ts";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { ImpersonationAlert } from "../../impersonation/screens/impersonation-alert.tsx";
import { useIsImpersonated } from "../../impersonation/screens/use-is-impersonated.ts";
import { KeysCard } from "../../keys/screens/keys-card.tsx";
import { PasskeysCard } from "../../passkeys/screens/passkeys-card.tsx";
import { downloadPath, ensureConfirmed } from "../../queries.ts";
import { SessionsCard } from "../../sessions/screens/sessions-card.tsx";
import { SignOut } from "../../sessions/screens/sign-out.tsx";
import type { SocialProvider } from "../../social/providers.ts";
import { LinkedAccountsCard } from "../../social/screens/linked-accounts-card.tsx";
import type { AccountSearch } from "../account-search.ts";
import { type Build, BuildInfo } from "./build-info.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ProfileCard, type Profile } from "./profile-card.tsx";

type AccountScreenProps = {
  user: Profile;
  providers: readonly SocialProvider[]; // optional: social
  search: AccountSearch;
  /** A link to another area. */
  otherArea?: ReactNode;
  build: Build;
};

/** The account page: the user's profile, preferences, access and data. Each area has it. */
export function AccountScreen(props: AccountScreenProps) {
  const { user, search, otherArea, build } = props;
  const { t } = useTranslation("authAccount");
  return (
    <div className="grid max-w-reading gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader title={t("title")}>
        {otherArea}
        <SignOut className={buttonClasses()} />
      </PageHeader>
      {/* optional: impersonation */}
      <ImpersonationAlert />
      {/* end: impersonation */}
      <ProfileCard user={user} search={search} />
      <Card title={t("preferences")}>
        <div className="flex flex-wrap gap-3">
          <LanguageSwitcher triggerClassName={buttonClasses()} />
          <ThemeSwitcher triggerClassName={buttonClasses()} />
        </div>
      </Card>
      {/* optional: passkeys */}
      <PasskeysCard />
      {/* end: passkeys */}
      {/* optional: social */}
      <LinkedAccountsCard providers={props.providers} search={search} />
      {/* end: social */}
      <SessionsCard />
      <OwnData email={user.email} />
      <BuildInfo build={build} />
    </div>
  );
}

/** What only the user can see and do. */
function OwnData({ email }: { email: string }) {
  const { t } = useTranslation("authAccount");
  if (useIsImpersonated()) return null; // optional: impersonation
  return (
    <>
      {/* optional: api-keys */}
      <KeysCard />
      {/* end: api-keys */}
      <Card title={t("data.title")}>
        <p className="text-muted-foreground">{t("data.text")}</p>
        <DownloadButton />
      </Card>
      <DeleteAccount email={email} />
    </>
  );
}

/** "Download my data". Without JavaScript, the link leads to a page where the user can confirm that it's them. */
function DownloadButton() {
  const { t, i18n } = useTranslation("authAccount");

  async function download(event: React.MouseEvent) {
    event.preventDefault();
    try {
      await ensureConfirmed();
      location.assign(downloadPath);
    } catch (error) {
      toast.error(await loadErrorText(i18n, authErrorOf(error)));
    }
  }

  return (
    <ButtonAnchor href={downloadPath} onClick={(event) => void download(event)} className="mt-4">
      <DownloadIcon className="size-5" />
      {t("data.download")}
    </ButtonAnchor>
  );
}
