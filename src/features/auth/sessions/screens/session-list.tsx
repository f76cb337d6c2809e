import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { isolate } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { AccountRow, type AccountRowProps } from "../../account/screens/account-row.tsx";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useDeviceName } from "../device-name.ts";
import type { ListedSession } from "../schema.ts";

type SessionListProps = {
  title: string;
  /** Above the rows. */
  filters?: ReactNode;
  query: UseQueryResult<ListedSession[]>;
  describe: (session: ListedSession) => Pick<AccountRowProps, "icon" | "name" | "children">;
  /** Shown below the rows. */
  hint: ReactNode;
  revoke: (id: string) => Promise<unknown>;
  /** Whether there is a session that "revoke all" would end. */
  canRevokeAll: boolean;
  /** Ends all, except the one that the reader uses. */
  revokeAll: () => Promise<{ count: number }>;
  revokeAllTexts: { action: string; title: string; text: string };
};

/** Whether there is a session that isn't the reader's own. */
export function hasOthers(sessions: ListedSession[] = []): boolean {
  return sessions.some(({ isCurrent }) => !isCurrent);
}

/** A card with a person's sessions, which the reader can end after a confirmation. */
export function SessionList(props: SessionListProps) {
  const { title, filters, query, describe, hint, canRevokeAll, revokeAllTexts } = props;
  const { t, i18n } = useTranslation("authAccount");
  const nameOf = useDeviceName();
  const list = useRef<HTMLUListElement>(null);
  const revocation = useRemoval<ListedSession>({
    list,
    remove: ({ id }) => props.revoke(id),
    title: t("sessions.revokeTitle"),
    text: (session) => t("sessions.revokeText", { device: isolate(nameOf(session)) }),
    confirmLabel: t("sessions.revoke"),
    successText: t("sessions.revoked"),
    failureText: (error) => failureText(error, t("sessions.revokeFailed")),
  });
  const fullRevocation = useRemoval<true, { count: number }>({
    list,
    remove: props.revokeAll,
    title: revokeAllTexts.title,
    text: () => revokeAllTexts.text,
    confirmLabel: revokeAllTexts.action,
    successText: ({ count }) =>
      t("sessions.revokedAll", { count, number: formatNumber(i18n.language, count) }),
    failureText: (error) => failureText(error, t("sessions.revokeAllFailed")),
  });

  /** Says that the reader isn't allowed to, or else only that it failed. */
  async function failureText(error: unknown, text: string) {
    const { code } = authErrorOf(error);
    return /^(YOU_|CURRENT_SESSION$)/.test(code) ? await loadErrorText(i18n, { code }) : text;
  }

  return (
    <Card
      title={title}
      actions={
        canRevokeAll && <Button onClick={() => fullRevocation.open(true)}>{revokeAllTexts.action}</Button>
      }
    >
      {filters && <div className="mb-4">{filters}</div>}
      <Loaded query={query} rows={2}>
        {(sessions) => (
          <ul ref={list} tabIndex={-1} aria-label={title} className="grid divide-y divide-border">
            {sessions.map((session) => (
              <AccountRow
                key={session.id}
                {...describe(session)}
                badges={<SessionBadges session={session} />}
                actions={
                  session.isCurrent
                    ? []
                    : [{ label: t("sessions.revoke"), run: () => revocation.open(session) }]
                }
              />
            ))}
          </ul>
        )}
      </Loaded>
      {query.data && hint}
      {revocation.dialog}
      {fullRevocation.dialog}
    </Card>
  );
}

function SessionBadges({ session }: { session: ListedSession }) {
  const { t } = useTranslation("authAccount");
  return (
    <>
      {session.isCurrent && <Badge variant="accent">{t("sessions.thisDevice")}</Badge>}
      {session.isImpersonated && <Badge variant="warning">{t("sessions.impersonated")}</Badge>}
    </>
  );
}

/** The fact of a session's address, if it is known. */
export function AddressFact({ session: { ipAddress } }: { session: ListedSession }) {
  return ipAddress && <bdi className="break-all">{ipAddress}</bdi>;
}
