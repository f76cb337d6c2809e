import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { PhoneIcon, SystemIcon } from "#ui/icons.ts";
import type { ListedSession } from "../schema.ts";
import type { Device } from "#lib/user-agent.ts";

type SessionRowProps = {
  session: ListedSession;
  /** In milliseconds. */
  now: number;
  onRevoke: (session: ListedSession) => void;
};

/** A session: device, address and times. */
export function SessionRow({ session, now, onRevoke }: SessionRowProps) {
  const { t, i18n } = useTranslation("authAccount");
  const language = i18n.language;
  const id = useId();
  const name = useDeviceName()(session);
  const { isCurrent, isImpersonated, ipAddress, token, createdAt, updatedAt, system } = session;
  const DeviceIcon = mobileSystems.includes(system ?? "") ? PhoneIcon : SystemIcon;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <DeviceIcon className="size-5 shrink-0 self-start text-muted-foreground" />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={`${id}-name`} className="font-semibold">
            <Isolated>{name}</Isolated>
          </span>
          {isCurrent && <Badge variant="accent">{t("sessions.thisDevice")}</Badge>}
          {isImpersonated && <Badge variant="warning">{t("sessions.impersonated")}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          {ipAddress && <bdi className="break-all">{ipAddress}</bdi>}
          <time dateTime={updatedAt.toISOString()}>
            {t("sessions.lastUsed", { time: formatTimeAgo(language, updatedAt, now) })}
          </time>
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <time dateTime={createdAt.toISOString()}>
            {t("sessions.since", { day: formatDate(language, createdAt) })}
          </time>
          <span>
            <Isolated>{t("sessions.token", { token: isolate(token) })}</Isolated>
          </span>
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

/** Mobile systems, as `parseUserAgent` names them. */
const mobileSystems = ["Android", "iOS", "iPadOS"];

/**
 * Returns a function that names a device.
 * @param format isolates the parts of the name for `Isolated`, unless it is stored as text
 */
export function useDeviceName(format: (name: string) => string = isolate): (device: Device) => string {
  const { t } = useTranslation("authAccount");
  return ({ browser, system }) =>
    browser && system
      ? t("sessions.device", { browser: format(browser), system: format(system) })
      : (browser ?? system ?? t("sessions.unknownDevice"));
}
