import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import type { ApiKey } from "../schema.ts";
import { groupPermissions, usePermissionNames } from "./permission-names.ts";

type KeyRowProps = {
  apiKey: ApiKey;
  /** In milliseconds. */
  now: number;
  onRevoke: (key: ApiKey) => void;
};

/** An API key: its name, first characters, permissions, when it was last used and when it ends. */
export function KeyRow({ apiKey, now, onRevoke }: KeyRowProps) {
  const { t, i18n } = useTranslation("authKeys");
  const { resourceName, actionName } = usePermissionNames();
  const { language } = i18n;
  const id = useId();
  const { name, start, permissions, expiresAt, lastUsedAt } = apiKey;
  const list = new Intl.ListFormat(language, { type: "unit" });
  const isExpired = expiresAt.getTime() <= now;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi id={`${id}-name`} className="font-semibold wrap-anywhere">
            {name}
          </bdi>
          <code dir="ltr" className="text-sm text-muted-foreground">
            {start}…
          </code>
          {isExpired && <Badge>{t("expired")}</Badge>}
        </p>
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {groupPermissions(permissions).map(([resource, actions]) => (
            <li key={resource}>
              {resourceName(resource)}: {list.format(actions.map(actionName))}
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <time dateTime={expiresAt.toISOString()}>
            {t("expires", { day: formatDate(language, expiresAt) })}
          </time>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt.toISOString()}>
              {t("lastUsed", { time: formatTimeAgo(language, lastUsedAt, now) })}
            </time>
          ) : (
            <span>{t("neverUsed")}</span>
          )}
        </p>
      </div>
      <Button
        id={`${id}-revoke`}
        aria-labelledby={`${id}-revoke ${id}-name`}
        onClick={() => onRevoke(apiKey)}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
