import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { PhoneIcon, SystemIcon } from "#ui/icons.ts";
import type { ListedSession } from "../schema.ts";
import type { Device } from "#lib/user-agent.ts";
import { SessionFacts, SessionListItem } from "./session-list.tsx";

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
  const { ipAddress, token, createdAt, updatedAt, system } = session;
  const DeviceIcon = mobileSystems.includes(system ?? "") ? PhoneIcon : SystemIcon;

  return (
    <SessionListItem
      session={session}
      icon={<DeviceIcon className="size-5 shrink-0 self-start text-muted-foreground" />}
      name={<Isolated>{useDeviceName()(session)}</Isolated>}
      impersonatedLabel={t("sessions.impersonated")}
      onRevoke={onRevoke}
    >
      <SessionFacts>
        {ipAddress && <bdi className="break-all">{ipAddress}</bdi>}
        <time dateTime={updatedAt.toISOString()}>
          {t("sessions.lastUsed", { time: formatTimeAgo(language, updatedAt, now) })}
        </time>
      </SessionFacts>
      <SessionFacts>
        <time dateTime={createdAt.toISOString()}>
          {t("sessions.since", { day: formatDate(language, createdAt) })}
        </time>
        <span>
          <Isolated>{t("sessions.token", { token: isolate(token) })}</Isolated>
        </span>
      </SessionFacts>
    </SessionListItem>
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
