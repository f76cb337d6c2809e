import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { formatNumber } from "#i18n/formats.ts";
import { isolate } from "#i18n/isolate.tsx";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { ShortList } from "#ui/list/short-list.tsx";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { useNow } from "#ui/use-now.ts";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { userKeysQuery, useRevokeUserKey, useRevokeUserKeys } from "../queries.ts";
import type { ApiKey } from "../schema.ts";
import { KeyRow } from "./key-row.tsx";

/** Another user's API keys, which administrators can revoke. */
export function UserKeysCard({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation("authKeys");
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery(userKeysQuery(userId));
  const now = useNow(query.dataUpdatedAt);
  const { mutateAsync: revoke } = useRevokeUserKey(userId);
  const { mutateAsync: revokeAll } = useRevokeUserKeys(userId);
  const failureText = (error: unknown) => loadErrorText(i18n, authErrorOf(error));
  const revocation = useRemoval<ApiKey>({
    list,
    remove: ({ id }) => revoke(id),
    title: t("revokeTitle"),
    text: ({ name }) => t("revokeUserText", { name: isolate(name) }),
    confirmLabel: t("revoke"),
    successText: t("revoked"),
    failureText,
  });
  const fullRevocation = useRemoval<true, { count: number }>({
    list,
    remove: () => revokeAll(),
    title: t("revokeAllTitle"),
    text: () => t("revokeAllText"),
    confirmLabel: t("revokeAll"),
    successText: ({ count }) => t("revokedAll", { count, number: formatNumber(i18n.language, count) }),
    failureText,
  });

  return (
    <Card
      title={t("title")}
      actions={
        Number(query.data?.length) > 0 && (
          <Button onClick={() => fullRevocation.open(true)}>{t("revokeAll")}</Button>
        )
      }
    >
      <Loaded query={query} rows={1}>
        {(keys) =>
          keys.length > 0 ? (
            <ShortList ref={list} label={t("title")} items={keys}>
              {(key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  now={now}
                  action={{ label: t("revoke"), run: () => revocation.open(key) }}
                />
              )}
            </ShortList>
          ) : (
            <p className="text-muted-foreground">{t("empty")}</p>
          )
        }
      </Loaded>
      {revocation.dialog}
      {fullRevocation.dialog}
    </Card>
  );
}
