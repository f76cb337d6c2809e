import type { ReactNode } from "react";
import { formatDateTime } from "#i18n/formats.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { RecordScreen } from "#resource/ui/record/record-screen.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Card } from "#ui/display/card.tsx";
import { Fact, Facts } from "#ui/display/facts.tsx";
import { LocalTime, useTimeZone } from "#ui/display/local-time.tsx";
import { userRecords } from "../queries.ts";
import type { Ban, ListedUser } from "../schema.ts";
import { DeleteUser } from "./delete-user.tsx";
import { useUserActions } from "./user-actions.tsx";
import { UserCard } from "./user-card.tsx";

type UserScreenProps = {
  /** Whether it is the reader, who can't ban or delete themself. */
  isSelf: boolean;
  /** Beside the user's card: what other features show of them. */
  children: ReactNode;
};

/** Manager's page of a user (specification, "Manager user detail"). */
export function UserScreen({ isSelf, children }: UserScreenProps) {
  const { t } = useTranslation("users");
  const { actionsOn, dialogOn } = useUserActions();
  return (
    <RecordScreen
      records={userRecords}
      actions={(user) => (isSelf ? [] : actionsOn(user))}
      deleteDialog={isSelf ? null : (dialog) => <DeleteUser {...dialog} />}
      editLabel={t("edit")}
    >
      {(user) => (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
          {dialogOn(user)}
          <div className="grid gap-6">
            {user.ban && <BanAlert ban={user.ban} />}
            <UserFacts user={user} />
          </div>
          <div className="grid grid-cols-1 gap-6">{children}</div>
        </div>
      )}
    </RecordScreen>
  );
}

/** Says that a user is banned, until when and why. */
function BanAlert({ ban: { reason, until } }: { ban: Ban }) {
  const { t, i18n } = useTranslation("users");
  const timeZone = useTimeZone();
  const title = until
    ? t("ban.ends", { time: formatDateTime(i18n.language, until, timeZone) })
    : t("ban.permanent");
  return (
    <Alert variant="danger" title={title}>
      {reason && <bdi className="wrap-anywhere">{reason}</bdi>}
    </Alert>
  );
}

/** Who a user is, and since when (specification, "Manager user detail"). */
function UserFacts({ user }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  const { onboardedAt, createdAt, updatedAt } = user;
  return (
    <Card className="grid gap-5">
      <UserCard user={user} isLarge />
      <Facts className="pt-5">
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
