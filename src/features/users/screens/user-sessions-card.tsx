import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDeviceName } from "#features/auth/shared/device-name.ts";
import type { ListedSession } from "#features/auth/shared/session-schema.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { DataListError, DataListLoading } from "#ui/list/data-list.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import { toast } from "#ui/toast/toast.ts";
import { userSessionsQuery, useRevokeUserSession, useRevokeUserSessions } from "../queries.ts";
import { useFailureToast } from "./use-failure-toast.ts";
import { UserSessionRow } from "./user-session-row.tsx";

type UserSessionsCardProps = {
  userId: string;
  /** Whether they are the reader's own. */
  isSelf: boolean;
};

/** A user's sessions, which administrators can end (specification, "Manager user detail"). */
export function UserSessionsCard({ userId, isSelf }: UserSessionsCardProps) {
  const { t } = useTranslation("users");
  const list = useRef<HTMLUListElement>(null);
  const { data, isError, isFetching, refetch, ...query } = useInfiniteQuery(userSessionsQuery(userId));
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? [];
  const revocation = useItemDialog<ListedSession>();
  const canRevoke = query.hasNextPage || sessions.some(({ isCurrent }) => !isCurrent);

  return (
    <Card
      title={t("sessions.title")}
      actions={<RevokeAll userId={userId} isSelf={isSelf} canRevoke={canRevoke} list={list} />}
    >
      {data ? (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label={t("sessions.title")}
            className="grid divide-y divide-border"
          >
            {sessions.map((session) => (
              <UserSessionRow key={session.id} session={session} onRevoke={revocation.open} />
            ))}
          </ul>
          {sessions.length === 0 && <p className="text-muted-foreground">{t("sessions.empty")}</p>}
          <LoadMore
            label={t("sessions.loadMore")}
            rows={list}
            count={sessions.length}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            hasFailed={query.isFetchNextPageError}
            onLoad={query.fetchNextPage}
          />
        </>
      ) : isError ? (
        <DataListError isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataListLoading rows={2} />
      )}
      <RevokeDialog userId={userId} dialog={revocation} list={list} />
    </Card>
  );
}

type RevokeDialogProps = {
  userId: string;
  dialog: ReturnType<typeof useItemDialog<ListedSession>>;
  list: React.RefObject<HTMLElement | null>;
};

/** Revokes one session after a confirmation. */
function RevokeDialog({ userId, dialog: { isOpen, item, close }, list }: RevokeDialogProps) {
  const { t } = useTranslation("users");
  const nameOf = useDeviceName();
  const { mutateAsync: revoke } = useRevokeUserSession(userId);
  const showFailure = useFailureToast();
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => list.current);

  async function confirm() {
    if (!item) return;
    try {
      await revoke(item.id);
    } catch (error) {
      await showFailure(error, t("sessions.revokeFailed"));
      throw error;
    }
    toast.success(t("sessions.revoked"));
    moveFocusOnClose();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      onConfirm={confirm}
      title={t("sessions.revokeTitle")}
      text={item && <Isolated>{t("sessions.revokeText", { device: isolate(nameOf(item)) })}</Isolated>}
      confirmLabel={t("sessions.revoke")}
      variant="danger"
    />
  );
}

type RevokeAllProps = UserSessionsCardProps & {
  canRevoke: boolean;
  list: React.RefObject<HTMLElement | null>;
};

/** Revokes all sessions after a confirmation, except the one that the reader uses. */
function RevokeAll({ userId, isSelf, canRevoke, list }: RevokeAllProps) {
  const { t } = useTranslation("users");
  const { mutateAsync: revokeAll } = useRevokeUserSessions(userId);
  const [isOpen, setOpen] = useState(false);
  const showFailure = useFailureToast();
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => list.current);

  async function confirm() {
    try {
      const { count } = await revokeAll();
      toast.success(t("sessions.revokedAll", { count }));
    } catch (error) {
      await showFailure(error, t("sessions.revokeAllFailed"));
      throw error;
    }
    moveFocusOnClose();
  }

  return (
    <>
      {canRevoke && <Button onClick={() => setOpen(true)}>{t("sessions.revokeAll")}</Button>}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
        title={t("sessions.revokeAllTitle")}
        text={t(isSelf ? "sessions.revokeAllOwnText" : "sessions.revokeAllText")}
        confirmLabel={t("sessions.revokeAll")}
        variant="danger"
      />
    </>
  );
}
