import { useTranslation } from "#i18n/use-translation.tsx";
import { Avatar } from "#ui/display/avatar.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { EmailText } from "#ui/display/email-text.tsx";
import { Card } from "#ui/display/card.tsx";
import { Fact, Facts } from "#ui/display/facts.tsx";
import { LocalTime } from "#ui/display/local-time.tsx";
import type { ListedUser } from "../schema.ts";
import { UserBadges } from "./user-badges.tsx";

/** A user's name, email, roles and times (specification, "Manager user detail"). */
export function UserCard({ user }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  const { id, name, email, emailVerified, onboardedAt, createdAt, updatedAt } = user;
  return (
    <Card className="grid gap-5">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar id={id} name={name} size="large" />
        <div className="grid min-w-0 gap-1">
          <p className="font-serif text-lg font-semibold wrap-anywhere">
            <bdi>{name ?? t("common:notAvailable")}</bdi>
          </p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <EmailText email={email} />
            {!emailVerified && <Badge variant="warning">{t("users:notVerified")}</Badge>}
          </p>
        </div>
      </div>
      <Facts className="pt-5">
        <Fact label={t("users:fields.roles")}>
          <UserBadges user={user} />
        </Fact>
        <Fact label={t("users:fields.onboarded")}>
          {onboardedAt ? <LocalTime value={onboardedAt} /> : t("users:notYet")}
        </Fact>
        <Fact label={t("users:fields.created")}>
          <LocalTime value={createdAt} />
        </Fact>
        <Fact label={t("users:fields.updated")}>
          <LocalTime value={updatedAt} />
        </Fact>
      </Facts>
    </Card>
  );
}
