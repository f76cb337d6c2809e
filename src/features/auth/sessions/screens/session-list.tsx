import type { useInfiniteQuery } from "@tanstack/react-query";
import { useId, type ReactNode, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { DataListError, DataListLoading } from "#ui/list/data-list.tsx";
import { LoadMore, loadMoreProps } from "#ui/list/load-more.tsx";
import type { ListedSession } from "../schema.ts";

type SessionListProps = {
  title: string;
  actions: ReactNode;
  list: RefObject<HTMLUListElement | null>;
  /** Above the rows. */
  filters?: ReactNode;
  /** Undefined until the first page is loaded. */
  sessions: ListedSession[] | undefined;
  query: Omit<ReturnType<typeof useInfiniteQuery>, "data">;
  row: (session: ListedSession) => ReactNode;
  /** Shown below the rows. */
  hint: ReactNode;
  /** Dialogs. */
  children: ReactNode;
};

/** A card with sessions, loaded page by page. Its texts, except those in the props, are in `authAccount`. */
export function SessionList({
  title,
  actions,
  list,
  filters,
  sessions,
  query,
  row,
  hint,
  children,
}: SessionListProps) {
  const { t } = useTranslation("authAccount");
  return (
    <Card title={title} actions={actions}>
      {filters && <div className="mb-4">{filters}</div>}
      {sessions ? (
        <>
          <ul ref={list} tabIndex={-1} aria-label={title} className="grid divide-y divide-border">
            {sessions.map(row)}
          </ul>
          {hint}
          <LoadMore
            label={t("sessions.loadMore")}
            rows={list}
            count={sessions.length}
            {...loadMoreProps(query)}
          />
        </>
      ) : query.isError ? (
        <DataListError isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <DataListLoading rows={2} />
      )}
      {children}
    </Card>
  );
}

type SessionListItemProps = {
  session: ListedSession;
  /** Before the texts. */
  icon?: ReactNode;
  name: ReactNode;
  impersonatedLabel: string;
  onRevoke: (session: ListedSession) => void;
  /** `SessionFacts`. */
  children: ReactNode;
};

/** A session in a `SessionList`, with a button that revokes it, unless it is the reader's own. */
export function SessionListItem(props: SessionListItemProps) {
  const { session, icon, name, impersonatedLabel, onRevoke, children } = props;
  const { t } = useTranslation("authAccount");
  const id = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {icon}
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={`${id}-name`} className="font-semibold">
            {name}
          </span>
          {session.isCurrent && <Badge variant="accent">{t("sessions.thisDevice")}</Badge>}
          {session.isImpersonated && <Badge variant="warning">{impersonatedLabel}</Badge>}
        </p>
        {children}
      </div>
      {!session.isCurrent && (
        <Button
          id={`${id}-revoke`}
          aria-labelledby={`${id}-revoke ${id}-name`}
          onClick={() => onRevoke(session)}
        >
          {t("sessions.revoke")}
        </Button>
      )}
    </li>
  );
}

/** A line of facts about a session. */
export function SessionFacts({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">{children}</p>;
}
