import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDeviceName } from "#features/auth/shared/device-name.ts";
import type { ListedSession } from "#features/auth/shared/session-schema.ts";
import { formatDateTime } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";

type UserSessionRowProps = { session: ListedSession; onRevoke: (session: ListedSession) => void };

/** A session of a user: the beginning of its token, device, address and times. */
export function UserSessionRow({ session, onRevoke }: UserSessionRowProps) {
  const { t, i18n } = useTranslation("users");
  const timeZone = useTimeZone();
  const id = useId();
  const device = useDeviceName()(session);
  const { token, isCurrent, isImpersonated, ipAddress, updatedAt, expiresAt } = session;
  const timeOf = (time: Date) => formatDateTime(i18n.language, time, timeZone);

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={`${id}-name`} className="font-semibold">
            <Isolated>{t("sessions.session", { token: isolate(token) })}</Isolated>
          </span>
          {isCurrent && <Badge variant="accent">{t("sessions.thisDevice")}</Badge>}
          {isImpersonated && <Badge variant="warning">{t("sessions.impersonated")}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <span>
            <Isolated>{device}</Isolated>
          </span>
          {ipAddress && <bdi className="break-all">{ipAddress}</bdi>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <time dateTime={updatedAt.toISOString()}>{t("sessions.updated", { time: timeOf(updatedAt) })}</time>
          <time dateTime={expiresAt.toISOString()}>{t("sessions.expires", { time: timeOf(expiresAt) })}</time>
        </p>
      </div>
      {!isCurrent && (
        <Button
          id={`${id}-revoke`}
          aria-labelledby={`${id}-revoke ${id}-name`}
          onClick={() => onRevoke(session)}
        >
          {t("sessions.revoke")}
        </Button>
      )}
    </li>
  );
}
