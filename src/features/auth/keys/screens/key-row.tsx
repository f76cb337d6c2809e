import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { TimeAgoText } from "#ui/display/time-ago.tsx";
import {
  AccountRow,
  type AccountRowProps,
  AddressFact,
  FactLine,
  TimeFact,
} from "../../account/screens/account-row.tsx";
import type { ApiKey } from "../schema.ts";
import { groupPermissions, usePermissionNames } from "./permission-names.ts";

type KeyRowProps = {
  apiKey: ApiKey;
  /** In milliseconds. */
  now: number;
  /** Whether its last use was after its end. */
  isUsedAfterEnd?: boolean;
  action: AccountRowProps["actions"][number];
};

/** An API key: its name, first characters, permissions, when and from where it was last used, and when it ends. */
export function KeyRow({ apiKey, now, isUsedAfterEnd = false, action }: KeyRowProps) {
  const { t, i18n } = useTranslation("authKeys");
  const { resourceName, actionName } = usePermissionNames();
  const { language } = i18n;
  const { name, start, permissions, expiresAt, lastUsedAt, lastUsedAddress } = apiKey;
  const list = new Intl.ListFormat(language, { type: "unit" });
  const day = formatDate(language, expiresAt);
  const lastUse = isUsedAfterEnd ? "usedAfterEnd.used" : "lastUsed";

  return (
    <AccountRow
      name={name}
      badges={
        <>
          <code dir="ltr" className="text-sm text-muted-foreground">
            {start}…
          </code>
          {!isUsedAfterEnd && expiresAt.getTime() <= now && <Badge>{t("expired")}</Badge>}
        </>
      }
      actions={[action]}
    >
      {!isUsedAfterEnd && (
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {groupPermissions(permissions).map(([resource, actions]) => (
            <li key={resource}>
              {resourceName(resource)}: {list.format(actions.map(actionName))}
            </li>
          ))}
        </ul>
      )}
      <FactLine>
        {lastUsedAt ? (
          <TimeAgoText value={lastUsedAt}>
            {t(lastUse, { time: formatTimeAgo(language, lastUsedAt, now) })}
          </TimeAgoText>
        ) : (
          <span>{t("neverUsed")}</span>
        )}
        <AddressFact address={lastUsedAddress} />
        <TimeFact time={expiresAt}>
          {isUsedAfterEnd ? t("usedAfterEnd.ended", { day }) : t("expires", { day })}
        </TimeFact>
      </FactLine>
    </AccountRow>
  );
}
