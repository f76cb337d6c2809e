import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { Button, ButtonLink } from "../controls/button.tsx";
import { errorTextKey } from "../errors/error-data.ts";
import { AlertIcon } from "../icons.ts";
import { updateSearch } from "./list-search.ts";
import { lastRow, rowAt } from "./rows.ts";

type LoadMoreProps = {
  label: string;
  /** The element whose children are the rows. */
  rows: RefObject<HTMLElement | null>;
  /** The number of loaded rows. */
  count: number;
  hasMore: boolean;
  /** The position of the next page, which is a page of its own without JavaScript. */
  next?: string | undefined;
  isLoading: boolean;
  /** Of the last attempt, if it failed. */
  error?: unknown;
  onLoad: () => Promise<unknown>;
};

type PagedQuery = {
  data: { pages: readonly { next: string | null }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => Promise<unknown>;
};

/** The state of TanStack's infinite query as props of `LoadMore`. */
export function loadMoreProps(query: PagedQuery) {
  return {
    hasMore: query.hasNextPage,
    next: query.data?.pages.at(-1)?.next ?? undefined,
    isLoading: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : undefined,
    onLoad: query.fetchNextPage,
  };
}

/**
 * Loads the next page of a list, moves the focus to the first new row, and announces the number of new rows. With a
 * pointer, the page does not scroll. Render it even if there is no next page, so that the announcement stays.
 */
export function LoadMore({ label, rows, count, hasMore, next, isLoading, error, onLoad }: LoadMoreProps) {
  const { t, i18n } = useTranslation("components");
  const request = useRef<{ count: number; byPointer: boolean }>(undefined);
  const [added, setAdded] = useState(0);

  function load(event: React.MouseEvent) {
    if (request.current) return;
    // `detail` is 0 for clicks by keyboard.
    request.current = { count, byPointer: event.detail > 0 };
    setAdded(0);
    void onLoad();
  }

  useEffect(() => {
    const before = request.current;
    if (!before || isLoading) return;
    request.current = undefined;
    setAdded(count - before.count);
    const list = rows.current;
    // Without new rows and a next page, the focused button has disappeared.
    if (count > before.count || !hasMore)
      focusRow(rowAt(list, before.count) ?? lastRow(list), before.byPointer);
  }, [rows, count, hasMore, isLoading]);

  return (
    <div className={`grid justify-items-center gap-3 ${hasMore ? "mt-10" : ""}`}>
      <p role="status" className="sr-only">
        {added > 0 && t("list.moreLoaded", { count: added, number: formatNumber(i18n.language, added) })}
      </p>
      <p role="alert" className="flex items-center gap-2 text-sm text-danger empty:hidden">
        {error !== undefined && (
          <>
            <AlertIcon className="size-4 shrink-0" />
            {t(errorTextKey(error) ?? "errorPage.unknown")}
          </>
        )}
      </p>
      {hasMore && (
        <Button onClick={load} isBusy={isLoading} className="noscript:hidden">
          {error !== undefined ? t("list.retry") : label}
        </Button>
      )}
      {hasMore && (
        <noscript>
          {import.meta.env.SSR && (
            <ButtonLink to="." search={updateSearch({ after: next })}>
              {label}
            </ButtonLink>
          )}
        </noscript>
      )}
    </div>
  );
}

/** Focuses the row's link, or else the row itself. */
function focusRow(row: HTMLElement | undefined, preventScroll: boolean): void {
  if (!row) return;
  const target = row.querySelector<HTMLElement>("a[href]") ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus({ preventScroll });
}
