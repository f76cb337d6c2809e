import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { PhoneIcon, SystemIcon } from "#ui/icons.ts";
import { useNow } from "#ui/use-now.ts";
import { FactLine, TimeFact } from "../../account/screens/account-row.tsx";
import { sessionsQuery, useRevokeOtherSessions, useRevokeSession } from "../../queries.ts";
import { useDeviceName } from "../device-name.ts";
import type { ListedSession } from "../schema.ts";
import { AddressFact, hasOthers, SessionList } from "./session-list.tsx";

/** Mobile systems, as `parseUserAgent` names them. */
const mobileSystems = ["Android", "iOS", "iPadOS"];

/** The user's sessions, which they can end. */
export function SessionsCard() {
  const { t, i18n } = useTranslation("authAccount");
  const query = useQuery(sessionsQuery);
  const now = useNow(query.dataUpdatedAt);
  const nameOf = useDeviceName();
  const { mutateAsync: revoke } = useRevokeSession();
  const { mutateAsync: revokeOthers } = useRevokeOtherSessions();
  const canRevokeAll = hasOthers(query.data);

  function describe(session: ListedSession) {
    const { token, createdAt, updatedAt, system } = session;
    return {
      icon: mobileSystems.includes(system ?? "") ? PhoneIcon : SystemIcon,
      name: <Isolated>{nameOf(session)}</Isolated>,
      children: (
        <>
          <FactLine>
            <AddressFact session={session} />
            <TimeFact time={updatedAt}>
              {t("sessions.lastUsed", { time: formatTimeAgo(i18n.language, updatedAt, now) })}
            </TimeFact>
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
      ),
    };
  }

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
