import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { PhoneIcon, SystemIcon } from "#ui/icons.ts";
import { ShortList } from "#ui/list/short-list.tsx";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { AccountRow } from "../../account/screens/account-row.tsx";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useDeviceName } from "../device-name.ts";
import type { ListedSession } from "../schema.ts";

type SessionListProps = {
  title: string;
  /** Above the rows, once all are shown. */
  filters?: ReactNode;
  isFiltered?: boolean;
  query: UseQueryResult<ListedSession[]>;
  /** The facts below a session's device. */
  describe: (session: ListedSession) => ReactNode;
  /** Shown below the rows. */
  hint: ReactNode;
  revoke: (id: string) => Promise<unknown>;
  /** Whether there is a session that "revoke all" would end. */
  canRevokeAll: boolean;
  /** Ends all, except the one that the reader uses. */
  revokeAll: (isOptionOn: boolean) => Promise<{ count: number }>;
  /** `option` is the label of a checkbox. */
  revokeAllTexts: { action: string; title: string; text: string; option?: string };
};

/** Mobile systems, as `parseUserAgent` names them. */
const mobileSystems = ["Android", "iOS", "iPadOS"];

/** Whether there is a session that isn't the reader's own. */
export function hasOthers(sessions: ListedSession[] = []): boolean {
  return sessions.some(({ isCurrent }) => !isCurrent);
}

/** A card with a person's sessions, which the reader can end after a confirmation. */
export function SessionList(props: SessionListProps) {
  const { title, filters, isFiltered, query, describe, hint, canRevokeAll, revokeAllTexts } = props;
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
    remove: (_, isOptionOn) => props.revokeAll(isOptionOn),
    title: revokeAllTexts.title,
    option: revokeAllTexts.option,
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
      <Loaded query={query} rows={2}>
        {(sessions) => (
          <ShortList ref={list} label={title} items={sessions} header={filters} startsExpanded={isFiltered}>
            {(session) => (
              <AccountRow
                key={session.id}
                icon={mobileSystems.includes(session.system ?? "") ? PhoneIcon : SystemIcon}
                name={<Isolated>{nameOf(session)}</Isolated>}
                badges={<SessionBadges session={session} />}
                actions={
                  session.isCurrent
                    ? []
                    : [{ label: t("sessions.revoke"), run: () => revocation.open(session) }]
                }
              >
                {describe(session)}
              </AccountRow>
            )}
          </ShortList>
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
      {/* optional: impersonation */}
      {session.isImpersonated && <Badge variant="warning">{t("sessions.impersonated")}</Badge>}
      {/* end: impersonation */}
    </>
  );
}
