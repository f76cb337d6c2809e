import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { isolate } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { toast } from "#ui/toast/toast.ts";
import { sessionsQuery, useRevokeOtherSessions, useRevokeSession } from "../../queries.ts";
import { useNow } from "#ui/use-now.ts";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import type { ListedSession } from "../schema.ts";
import { SessionList } from "./session-list.tsx";
import { SessionRow, useDeviceName } from "./session-row.tsx";

/** The user's sessions, which they can end. */
export function SessionsCard() {
  const { t } = useTranslation("authAccount");
  const list = useRef<HTMLUListElement>(null);
  const { data, ...query } = useInfiniteQuery(sessionsQuery);
  const now = useNow(query.dataUpdatedAt);
  const sessions = data?.pages.flatMap((page) => page.sessions);
  const revocation = useRevocation(list);
  const hasOthers = query.hasNextPage || (sessions ?? []).some(({ isCurrent }) => !isCurrent);

  return (
    <SessionList
      title={t("sessions.title")}
      actions={<RevokeOthers hasOthers={hasOthers} list={list} />}
      {...{ list, sessions, query }}
      row={(session) => (
        <SessionRow key={session.id} session={session} now={now} onRevoke={revocation.open} />
      )}
      hint={!hasOthers && <p className="mt-3 text-sm text-muted-foreground">{t("sessions.onlyThis")}</p>}
    >
      {revocation.dialog}
    </SessionList>
  );
}

/** Revokes one session after a confirmation. */
function useRevocation(list: React.RefObject<HTMLElement | null>) {
  const { t } = useTranslation("authAccount");
  const nameOf = useDeviceName();
  const { mutateAsync: revoke } = useRevokeSession();
  return useRemoval<ListedSession>({
    list,
    remove: ({ id }) => revoke(id),
    title: t("sessions.revokeTitle"),
    text: (session) => t("sessions.revokeText", { device: isolate(nameOf(session)) }),
    confirmLabel: t("sessions.revoke"),
    successText: t("sessions.revoked"),
    failureText: () => t("sessions.revokeFailed"),
  });
}

type RevokeOthersProps = { hasOthers: boolean; list: React.RefObject<HTMLElement | null> };

/** Revokes all other sessions after a confirmation. The button disappears with the last of them. */
function RevokeOthers({ hasOthers, list }: RevokeOthersProps) {
  const { t, i18n } = useTranslation("authAccount");
  const { mutateAsync: revokeOthers } = useRevokeOtherSessions();
  const [isOpen, setOpen] = useState(false);
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => list.current);

  async function confirm() {
    try {
      const { count } = await revokeOthers();
      toast.success(t("sessions.revokedAll", { count, number: formatNumber(i18n.language, count) }));
    } catch (error) {
      toast.error(t("sessions.revokeAllFailed"));
      throw error;
    }
    moveFocusOnClose();
  }

  return (
    <>
      {hasOthers && <Button onClick={() => setOpen(true)}>{t("sessions.revokeAll")}</Button>}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
        title={t("sessions.revokeAllTitle")}
        text={t("sessions.revokeAllText")}
        confirmLabel={t("sessions.revokeAll")}
        variant="danger"
      />
    </>
  );
}
