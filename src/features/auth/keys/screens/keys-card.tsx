import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { useNow } from "#ui/use-now.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { formatDate, formatTimeAgo } from "#i18n/formats.ts";
import { Badge } from "#ui/display/badge.tsx";
import { AccountRow, FactLine, TimeFact } from "../../account/screens/account-row.tsx";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { keysQuery, useRevokeKey } from "../../queries.ts";
import { type ApiKey, keyLimit } from "../schema.ts";
import { groupPermissions, usePermissionNames } from "./permission-names.ts";

/** The user's API keys. The browser loads them: the page doesn't wait for them. */
export function KeysCard() {
  const { t, i18n } = useTranslation("authKeys");
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(keysQuery);
  const now = useNow(query.dataUpdatedAt);
  const { mutateAsync: revoke } = useRevokeKey();
  const revocation = useRemoval<ApiKey>({
    list,
    remove: ({ id }) => revoke(id),
    title: t("revokeTitle"),
    text: ({ name }) => t("revokeText", { name: isolate(name) }),
    confirmLabel: t("revoke"),
    successText: t("revoked"),
    failureText: (error) => loadErrorText(i18n, authErrorOf(error)),
  });
  const dialog = useOnDemand(() => import("./create-key.tsx"));
  const [isCreating, setCreating] = useState(false);

  return (
    <Card title={t("title")}>
      <Loaded query={query} rows={2}>
        {({ keys }) => (
          <div ref={list} tabIndex={-1} className="grid gap-4">
            <p className="text-muted-foreground">
              {t("text")}{" "}
              <a href="/api/docs" className="text-accent underline">
                {t("documentation")}
              </a>
            </p>
            {keys.length > 0 && (
              <ul aria-label={t("title")} className="grid divide-y divide-border">
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} now={now} onRevoke={revocation.open} />
                ))}
              </ul>
            )}
            {keys.length >= keyLimit ? (
              <p className="text-sm text-muted-foreground">{t("full")}</p>
            ) : (
              <Button
                className="justify-self-start"
                onClick={() => void dialog.use(() => setCreating(true))}
                {...dialog.intent}
              >
                {t("create")}
              </Button>
            )}
          </div>
        )}
      </Loaded>
      {query.data && dialog.module && (
        <dialog.module.CreateKey
          isOpen={isCreating}
          onClose={() => setCreating(false)}
          permissions={query.data.permissions}
        />
      )}
      {revocation.dialog}
    </Card>
  );
}

type KeyRowProps = {
  apiKey: ApiKey;
  /** In milliseconds. */
  now: number;
  onRevoke: (key: ApiKey) => void;
};

/** An API key: its name, first characters, permissions, when it was last used and when it ends. */
function KeyRow({ apiKey, now, onRevoke }: KeyRowProps) {
  const { t, i18n } = useTranslation("authKeys");
  const { resourceName, actionName } = usePermissionNames();
  const { language } = i18n;
  const { name, start, permissions, expiresAt, lastUsedAt } = apiKey;
  const list = new Intl.ListFormat(language, { type: "unit" });
  const isExpired = expiresAt.getTime() <= now;

  return (
    <AccountRow
      name={name}
      badges={
        <>
          <code dir="ltr" className="text-sm text-muted-foreground">
            {start}…
          </code>
          {isExpired && <Badge>{t("expired")}</Badge>}
        </>
      }
      actions={[{ label: t("revoke"), run: () => onRevoke(apiKey) }]}
    >
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {groupPermissions(permissions).map(([resource, actions]) => (
          <li key={resource}>
            {resourceName(resource)}: {list.format(actions.map(actionName))}
          </li>
        ))}
      </ul>
      <FactLine>
        <TimeFact time={expiresAt}>{t("expires", { day: formatDate(language, expiresAt) })}</TimeFact>
        {lastUsedAt ? (
          <TimeFact time={lastUsedAt}>
            {t("lastUsed", { time: formatTimeAgo(language, lastUsedAt, now) })}
          </TimeFact>
        ) : (
          <span>{t("neverUsed")}</span>
        )}
      </FactLine>
    </AccountRow>
  );
}
