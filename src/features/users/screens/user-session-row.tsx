import { useTranslation } from "#i18n/use-translation.tsx";
import { useDeviceName } from "#features/auth/shared/device-name.ts";
import { SessionFacts, SessionListItem } from "#features/auth/shared/session-list.tsx";
import type { ListedSession } from "#features/auth/shared/session-schema.ts";
import { formatDateTime } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";

type UserSessionRowProps = { session: ListedSession; onRevoke: (session: ListedSession) => void };

/** A session of a user: the beginning of its token, device, address and times. */
export function UserSessionRow({ session, onRevoke }: UserSessionRowProps) {
  const { t, i18n } = useTranslation("users");
  const timeZone = useTimeZone();
  const device = useDeviceName()(session);
  const { token, ipAddress, updatedAt, expiresAt } = session;
  const timeOf = (time: Date) => formatDateTime(i18n.language, time, timeZone);

  return (
    <SessionListItem
      session={session}
      name={<Isolated>{t("sessions.session", { token: isolate(token) })}</Isolated>}
      impersonatedLabel={t("sessions.impersonated")}
      onRevoke={onRevoke}
    >
      <SessionFacts>
        <span>
          <Isolated>{device}</Isolated>
        </span>
        {ipAddress && <bdi className="break-all">{ipAddress}</bdi>}
      </SessionFacts>
      <SessionFacts>
        <time dateTime={updatedAt.toISOString()}>{t("sessions.updated", { time: timeOf(updatedAt) })}</time>
        <time dateTime={expiresAt.toISOString()}>{t("sessions.expires", { time: timeOf(expiresAt) })}</time>
      </SessionFacts>
    </SessionListItem>
  );
}
