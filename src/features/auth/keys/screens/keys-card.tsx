import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Card } from "#ui/display/card.tsx";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { useNow } from "#ui/use-now.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { keysQuery, useDismissKeyUse, useRevokeKey } from "../queries.ts";
import { type ApiKey, keyLimit } from "../schema.ts";
import { KeyRow } from "./key-row.tsx";

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
  const { mutateAsync: dismiss } = useDismissKeyUse();
  const dismissal = useRemoval<ApiKey>({
    list,
    remove: ({ id }) => dismiss(id),
    title: t("usedAfterEnd.dismissTitle"),
    text: ({ name }) => t("usedAfterEnd.dismissText", { name: isolate(name) }),
    confirmLabel: t("usedAfterEnd.dismiss"),
    successText: t("usedAfterEnd.dismissed"),
    failureText: (error) => loadErrorText(i18n, authErrorOf(error)),
  });
  const dialog = useOnDemand(() => import("./create-key.tsx"));
  const [isCreating, setCreating] = useState(false);

  return (
    <Card title={t("title")}>
      <Loaded query={query} rows={2}>
        {({ keys, usedAfterEnd }) => (
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
                  <KeyRow
                    key={key.id}
                    apiKey={key}
                    now={now}
                    action={{ label: t("revoke"), run: () => revocation.open(key) }}
                  />
                ))}
              </ul>
            )}
            {usedAfterEnd.length > 0 && (
              <Alert variant="warning" title={t("usedAfterEnd.title")}>
                <p>{t("usedAfterEnd.text")}</p>
                <ul aria-label={t("usedAfterEnd.title")} className="mt-3 grid divide-y divide-border">
                  {usedAfterEnd.map((key) => (
                    <KeyRow
                      key={key.id}
                      apiKey={key}
                      now={now}
                      isUsedAfterEnd
                      action={{ label: t("usedAfterEnd.dismiss"), run: () => dismissal.open(key) }}
                    />
                  ))}
                </ul>
              </Alert>
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
      {dismissal.dialog}
    </Card>
  );
}
