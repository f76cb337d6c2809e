import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { PageTitle } from "#ui/page-title.tsx";

type AccountScreenProps = {
  user: { name: string | null; email: string; emailVerified: boolean };
  /** The path of the other area, where they may enter it. */
  otherArea: "/app" | "/manager" | undefined;
  signOut: ReactNode;
};

/** A person's account: how the product looks to them, and who they are. The same page in both areas. */
export function AccountScreen({ user, otherArea, signOut }: AccountScreenProps) {
  const { t } = useTranslation(["account", "common"]);
  return (
    <div className="grid max-w-2xl gap-6">
      <PageTitle>{t("account:title")}</PageTitle>
      <Heading>{t("account:title")}</Heading>
      <Card title={t("account:preferences")}>
        <div className="-mx-3 -mt-1 flex flex-wrap gap-2">
          <LanguageSwitcher />
          <ThemeSwitcher />
        </div>
      </Card>
      <Card title={t("account:profile")}>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
          <dt className="text-ink-soft">{t("account:name")}</dt>
          <dd>
            <bdi>{user.name ?? t("common:notAvailable")}</bdi>
          </dd>
          <dt className="text-ink-soft">{t("account:email")}</dt>
          <dd className="flex flex-wrap items-center gap-3">
            <bdi className="break-all">{user.email}</bdi>
            {!user.emailVerified && <Badge look="warning">{t("account:notVerified")}</Badge>}
          </dd>
        </dl>
      </Card>
      <div className="flex flex-wrap gap-3">
        {otherArea && (
          <ButtonLink to={otherArea}>
            {t(otherArea === "/app" ? "account:openApp" : "account:openManager")}
          </ButtonLink>
        )}
        {signOut}
      </div>
    </div>
  );
}
