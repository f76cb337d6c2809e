import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { TimeAgoText } from "#ui/display/time-ago.tsx";
import { useNow } from "#ui/use-now.ts";
import { AddressFact, FactLine, TimeFact } from "../../account/screens/account-row.tsx";
import { sessionsQuery, useRevokeOtherSessions, useRevokeSession } from "../../queries.ts";
import type { ListedSession } from "../schema.ts";
import { hasOthers, SessionList } from "./session-list.tsx";

/** The user's sessions, which they can end. */
export function SessionsCard() {
  const { t, i18n } = useTranslation("authAccount");
  const query = useQuery(sessionsQuery);
  const now = useNow(query.dataUpdatedAt);
  const { mutateAsync: revoke } = useRevokeSession();
  const { mutateAsync: revokeOthers } = useRevokeOtherSessions();
  const canRevokeAll = hasOthers(query.data);

  const describe = ({ token, ipAddress, createdAt, updatedAt }: ListedSession) => (
    <>
      <FactLine>
        <AddressFact address={ipAddress} />
        <TimeAgoText value={updatedAt}>
          {t("sessions.lastUsed", { time: formatTimeAgo(i18n.language, updatedAt, now) })}
        </TimeAgoText>
      </FactLine>
      <FactLine>
        <TimeFact time={createdAt}>
          {t("sessions.since", { day: formatDate(i18n.language, createdAt) })}
        </TimeFact>
        <span>
          <Isolated>{t("sessions.token", { token: isolate(token) })}</Isolated>
        </span>
      </FactLine>
    </>
  );

  return (
    <SessionList
      title={t("sessions.title")}
      {...{ query, describe, revoke, canRevokeAll }}
      hint={!canRevokeAll && <p className="mt-3 text-sm text-muted-foreground">{t("sessions.onlyThis")}</p>}
      revokeAll={() => revokeOthers()}
      revokeAllTexts={{
        action: t("sessions.revokeAll"),
        title: t("sessions.revokeAllTitle"),
        text: t("sessions.revokeAllText"),
      }}
    />
  );
}
