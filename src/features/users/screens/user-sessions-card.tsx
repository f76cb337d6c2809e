import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useDeviceName } from "#features/auth/shared/device-name.ts";
import { SessionList } from "#features/auth/shared/session-list.tsx";
import type { ListedSession } from "#features/auth/shared/session-schema.ts";
import { isolate } from "#i18n/isolate.tsx";
import { toDayRange } from "#resource/ui/list/day-range.ts";
import { DayRangeFilter } from "#resource/ui/list/day-range-filter.tsx";
import { Button } from "#ui/controls/button.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { toast } from "#ui/toast/toast.ts";
import type { UserSearch } from "../search-params.ts";
import { userSessionsQuery, useRevokeUserSession, useRevokeUserSessions } from "../queries.ts";
import { useFailureText, useFailureToast } from "./use-failure-toast.ts";
import { UserSessionRow } from "./user-session-row.tsx";

type UserSessionsCardProps = {
  userId: string;
  /** Whether they are the reader's own. */
  isSelf: boolean;
  search: UserSearch;
};

/** With more sessions than this, they can be filtered. */
const fewSessions = 5;

/** A user's sessions, which administrators can end (specification, "Manager user detail"). */
export function UserSessionsCard({ userId, isSelf, search }: UserSessionsCardProps) {
  const { t } = useTranslation("users");
  const list = useRef<HTMLUListElement>(null);
  const days = toDayRange(search, useDeferredValue(useTimeZone()));
  const { data, ...query } = useInfiniteQuery({
    ...userSessionsQuery(userId, days),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(days).length > 0;
  const sessions = data?.pages.flatMap((page) => page.sessions);
  const revocation = useRevocation(userId, list);
  const canRevoke = isFiltered || query.hasNextPage || (sessions ?? []).some(({ isCurrent }) => !isCurrent);

  return (
    <SessionList
      title={t("sessions.title")}
      actions={<RevokeAll userId={userId} isSelf={isSelf} canRevoke={canRevoke} list={list} />}
      {...{ list, sessions, query }}
      filters={
        (isFiltered || (sessions?.length ?? 0) > fewSessions) && (
          <DayRangeFilter from={search.from} to={search.to} />
        )
      }
      row={(session) => <UserSessionRow key={session.id} session={session} onRevoke={revocation.open} />}
      hint={
        sessions?.length === 0 && (
          <p className="text-muted-foreground">
            {t(isFiltered ? "components:list.noneLeft" : "sessions.empty")}
          </p>
        )
      }
    >
      {revocation.dialog}
    </SessionList>
  );
}

/** Revokes one session after a confirmation. */
function useRevocation(userId: string, list: React.RefObject<HTMLElement | null>) {
  const { t } = useTranslation("users");
  const nameOf = useDeviceName();
  const { mutateAsync: revoke } = useRevokeUserSession(userId);
  const failureText = useFailureText();
  return useRemoval<ListedSession>({
    list,
    remove: ({ id }) => revoke(id),
    title: t("authAccount:sessions.revokeTitle"),
    text: (session) => t("users:sessions.revokeText", { device: isolate(nameOf(session)) }),
    confirmLabel: t("authAccount:sessions.revoke"),
    successText: t("authAccount:sessions.revoked"),
    failureText: (error) => failureText(error, t("authAccount:sessions.revokeFailed")),
  });
}

type RevokeAllProps = Omit<UserSessionsCardProps, "search"> & {
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
      await showFailure(error, t("authAccount:sessions.revokeAllFailed"));
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
