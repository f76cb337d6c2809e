import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Avatar } from "#ui/display/avatar.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { EmailText } from "#ui/display/email-text.tsx";
import type { ListedUser } from "../schema.ts";

type UserCardProps = {
  user: ListedUser;
  /** On the page of the user. */
  isLarge?: boolean;
  /** Makes the name a link. */
  linkOf?: ((name: ReactNode) => ReactNode) | undefined;
};

/** A user's picture, name, email, roles, and whether they are banned (specification, "Manager user list"). */
export function UserCard({ user, isLarge = false, linkOf = (name) => name }: UserCardProps) {
  const { t } = useTranslation("users");
  const { id, name, email, emailVerified, roles, ban } = user;
  return (
    <div className={`flex min-w-0 items-center gap-4 ${isLarge ? "" : "max-md:items-start"}`}>
      <Avatar id={id} name={name} size={isLarge ? "large" : "medium"} />
      <div className={`grid min-w-0 ${isLarge ? "gap-1" : ""}`}>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className={`min-w-0 font-semibold wrap-anywhere ${isLarge ? "font-serif text-lg" : ""}`}>
            {linkOf(<bdi>{name ?? t("common:notAvailable")}</bdi>)}
          </span>
          <span className="-my-0.5 flex flex-wrap gap-1.5">
            {roles.map((role) => (
              <Badge key={role} variant={role === "admin" ? "accent" : "neutral"}>
                {t(`roles.${role}`)}
              </Badge>
            ))}
            {ban && <Badge variant="danger">{t("banned")}</Badge>}
          </span>
        </div>
        <div
          // Above the link, which covers the cell of a table, so that the email can be selected.
          className={`relative flex flex-wrap items-center gap-x-3 gap-y-1 justify-self-start wrap-anywhere ${isLarge ? "" : "text-sm text-muted-foreground"}`}
        >
          <EmailText email={email} />
          {!emailVerified && <Badge variant="warning">{t("notVerified")}</Badge>}
        </div>
      </div>
    </div>
  );
}
