import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { PasskeyIcon } from "#ui/icons.ts";
import type { Passkey } from "../schema.ts";

type PasskeyRowProps = {
  passkey: Passkey;
  /** In milliseconds. */
  now: number;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
};

/** A passkey: its name, when it was added and last used. */
export function PasskeyRow({ passkey, now, onRename, onRemove }: PasskeyRowProps) {
  const { t, i18n } = useTranslation("authAccount");
  const language = i18n.language;
  const id = useId();
  const { name, isSynced, createdAt, lastUsedAt } = passkey;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <PasskeyIcon className="size-5 shrink-0 self-start text-muted-foreground" />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi id={`${id}-name`} className="font-semibold wrap-anywhere">
            {name}
          </bdi>
          <Badge>{t(isSynced ? "passkeys.synced" : "passkeys.oneDevice")}</Badge>
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <time dateTime={createdAt.toISOString()}>
            {t("passkeys.since", { day: formatDate(language, createdAt) })}
          </time>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt.toISOString()}>
              {t("passkeys.lastUsed", { time: formatTimeAgo(language, lastUsedAt, now) })}
            </time>
          ) : (
            <span>{t("passkeys.neverUsed")}</span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          id={`${id}-rename`}
          aria-labelledby={`${id}-rename ${id}-name`}
          onClick={() => onRename(passkey)}
        >
          {t("passkeys.rename")}
        </Button>
        <Button
          id={`${id}-remove`}
          aria-labelledby={`${id}-remove ${id}-name`}
          onClick={() => onRemove(passkey)}
        >
          {t("passkeys.remove")}
        </Button>
      </div>
    </li>
  );
}
