import { useTranslation } from "#i18n/use-translation.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { EmailText } from "#ui/display/email-text.tsx";
import type { ListedUser } from "../schema.ts";

/** A user's roles, and whether they are banned. */
export function UserBadges({ user: { roles, ban } }: { user: Pick<ListedUser, "roles" | "ban"> }) {
  const { t } = useTranslation("users");
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {roles.map((role) => (
        <Badge key={role} variant={role === "admin" ? "accent" : "neutral"}>
          {t(`roles.${role}`)}
        </Badge>
      ))}
      {ban && <Badge variant="danger">{t("banned")}</Badge>}
    </span>
  );
}

/** A user's email, and whether it is verified. */
export function UserEmail({ user: { email, emailVerified } }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <EmailText email={email} />
      {!emailVerified && <Badge variant="warning">{t("notVerified")}</Badge>}
    </span>
  );
}
