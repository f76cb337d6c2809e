import { type RefObject, useRef } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { EmailText } from "#ui/display/email-text.tsx";
import { Card } from "#ui/display/card.tsx";
import { useIsImpersonated } from "../../impersonation/screens/use-is-impersonated.ts";
import type { AccountSearch } from "../account-search.ts";
import { ChangeEmail } from "./change-email.tsx";
import { ChangeName } from "./change-name.tsx";
import { VerifyEmail } from "./verify-email.tsx";

export type Profile = { name: string | null; email: string; emailVerified: boolean };

type ProfileCardProps = {
  user: Profile;
  search: AccountSearch;
};

const row = "grid gap-x-6 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]";
const actions =
  "flex flex-wrap gap-2 self-center max-sm:mt-2 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:justify-end";

/** The user's name and email, and how to change them (specification, "Account": "user card"). */
export function ProfileCard({ user, search }: ProfileCardProps) {
  const { t } = useTranslation("authAccount");
  const emailLine = useRef<HTMLElement>(null);
  return (
    <Card title={t("authAccount:profile")}>
      <dl className="grid divide-y divide-border">
        <div className={row}>
          <dt className="text-sm text-muted-foreground">{t("authAccount:name")}</dt>
          <dd className="wrap-anywhere">
            <bdi>{user.name ?? t("common:notAvailable")}</bdi>
          </dd>
          <dd className={actions}>
            <ChangeName name={user.name} isOpen={search.state === "change-name"} />
          </dd>
        </div>
        <div className={row}>
          <dt className="text-sm text-muted-foreground">{t("authAccount:email")}</dt>
          <dd ref={emailLine} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <EmailText email={user.email} />
            {!user.emailVerified && <Badge variant="warning">{t("authAccount:notVerified")}</Badge>}
          </dd>
          <dd className={actions}>
            <EmailActions user={user} search={search} focusNext={emailLine} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

type EmailActionsProps = ProfileCardProps & { focusNext: RefObject<HTMLElement | null> };

function EmailActions({ user, search, focusNext }: EmailActionsProps) {
  if (useIsImpersonated()) return null; // optional: impersonation
  return (
    <>
      <VerifyEmail {...user} focusNext={focusNext} />
      <ChangeEmail newEmail={search.newEmail} />
    </>
  );
}
