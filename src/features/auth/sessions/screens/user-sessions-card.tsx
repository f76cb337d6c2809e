import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime, formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { toDayRange } from "#resource/ui/list/day-range.ts";
import { DayRangeFilter } from "#resource/ui/list/day-range-filter.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { TimeAgoText } from "#ui/display/time-ago.tsx";
import { useNow } from "#ui/use-now.ts";
import { AddressFact, FactLine, TimeFact } from "../../account/screens/account-row.tsx";
import { userSessionsQuery, useRevokeUserSession, useRevokeUserSessions } from "../../queries.ts";
import type { ListedSession } from "../schema.ts";
import { hasOthers, SessionList } from "./session-list.tsx";

type UserSessionsCardProps = {
  userId: string;
  /** Whether they are the reader's own. */
  isSelf: boolean;
  /** The days of their last use. */
  search: { from?: string; to?: string };
};

/** With more sessions than this, they can be filtered. */
const fewSessions = 5;

/** A user's sessions, which administrators can end (specification, "Manager user detail"). */
export function UserSessionsCard({ userId, isSelf, search }: UserSessionsCardProps) {
  const { t, i18n } = useTranslation("authAccount");
  const timeZone = useTimeZone();
  const days = toDayRange(search, useDeferredValue(timeZone));
  const query = useQuery({ ...userSessionsQuery(userId, days), placeholderData: keepPreviousData });
  const now = useNow(query.dataUpdatedAt);
  const { mutateAsync: revoke } = useRevokeUserSession(userId);
  const { mutateAsync: revokeSessions } = useRevokeUserSessions();
  const revokeAll = async (
    keys: boolean, // optional: api-keys
  ) =>
    await revokeSessions({
      id: userId,
      keys, // optional: api-keys
    });
  const isFiltered = Object.keys(days).length > 0;

  const describe = ({ token, ipAddress, updatedAt, expiresAt }: ListedSession) => (
    <>
      <FactLine>
        <AddressFact address={ipAddress} />
        <TimeAgoText value={updatedAt}>
          {t("userSessions.updated", { time: formatTimeAgo(i18n.language, updatedAt, now) })}
        </TimeAgoText>
      </FactLine>
      <FactLine>
        <span>
          <Isolated>{t("userSessions.session", { token: isolate(token) })}</Isolated>
        </span>
        <TimeFact time={expiresAt}>
          {t("userSessions.expires", { time: formatDateTime(i18n.language, expiresAt, timeZone) })}
        </TimeFact>
      </FactLine>
    </>
  );

  return (
    <SessionList
      title={t("userSessions.title")}
      {...{ query, describe, revoke, isFiltered }}
      filters={
        (isFiltered || Number(query.data?.length) > fewSessions) && (
          <DayRangeFilter from={search.from} to={search.to} />
        )
      }
      hint={
        query.data?.length === 0 && (
          <p className="text-muted-foreground">
            {t(isFiltered ? "components:list.noneLeft" : "userSessions.empty")}
          </p>
        )
      }
      canRevokeAll={isFiltered || hasOthers(query.data)}
      revokeAll={revokeAll}
      revokeAllTexts={{
        action: t("userSessions.revokeAll"),
        title: t("userSessions.revokeAllTitle"),
        option: t("users:endKeys"), // optional: api-keys
        text: t(isSelf ? "userSessions.revokeAllOwnText" : "userSessions.revokeAllText"),
      }}
    />
  );
}
