import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PasskeyIcon } from "#ui/icons.ts";
import { AccountRow, FactLine, TimeFact } from "../../account/screens/account-row.tsx";
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
  const { name, isSynced, createdAt, lastUsedAt } = passkey;

  return (
    <AccountRow
      icon={PasskeyIcon}
      name={name}
      badges={<Badge>{t(isSynced ? "passkeys.synced" : "passkeys.oneDevice")}</Badge>}
      actions={[
        { label: t("passkeys.rename"), run: () => onRename(passkey) },
        { label: t("passkeys.remove"), run: () => onRemove(passkey) },
      ]}
    >
      <FactLine>
        <TimeFact time={createdAt}>{t("passkeys.since", { day: formatDate(language, createdAt) })}</TimeFact>
        {lastUsedAt ? (
          <TimeFact time={lastUsedAt}>
            {t("passkeys.lastUsed", { time: formatTimeAgo(language, lastUsedAt, now) })}
          </TimeFact>
        ) : (
          <span>{t("passkeys.neverUsed")}</span>
        )}
      </FactLine>
    </AccountRow>
  );
}
