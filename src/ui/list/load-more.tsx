import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "../controls/button.tsx";
import { AlertIcon } from "../icons.ts";

type LoadMoreProps = {
  label: string;
  /** The element whose children are the rows: `ul` or `tbody`. */
  rows: RefObject<HTMLElement | null>;
  /** How many rows are loaded. */
  count: number;
  hasMore: boolean;
  isLoading: boolean;
  /** Whether the last attempt to load more failed. */
  hasFailed: boolean;
  onLoad: () => Promise<unknown>;
};

/**
 * Brings the next page of a list. Stands always beneath the list, also when there is no more: the focus goes to the first
 * row that came, and how many came is announced. Who pressed by pointer finds everything where it was: the page does not
 * scroll.
 */
export function LoadMore({ label, rows, count, hasMore, isLoading, hasFailed, onLoad }: LoadMoreProps) {
  const { t, i18n } = useTranslation("components");
  const isAsking = useRef(false);
  const asked = useRef<{ count: number; byPointer: boolean }>(undefined);
  const [added, setAdded] = useState(0);

  async function load(event: React.MouseEvent) {
    if (isAsking.current) return;
    isAsking.current = true;
    // A click by key has no detail.
    asked.current = { count, byPointer: event.detail > 0 };
    setAdded(0);
    try {
      await onLoad();
    } finally {
      isAsking.current = false;
    }
  }

  useEffect(() => {
    const before = asked.current;
    if (!before || isLoading) return;
    asked.current = undefined;
    setAdded(count - before.count);
    const list = rows.current;
    // The button is gone where nothing came and nothing is left.
    if (count > before.count || !hasMore)
      focusRow(list?.children[before.count] ?? list?.lastElementChild, before.byPointer);
  }, [rows, count, hasMore, isLoading]);

  return (
    <div className={`grid justify-items-center gap-3 ${hasMore ? "mt-10" : ""}`}>
      <p role="status" className="sr-only">
        {added > 0 &&
          t("list.moreLoaded", { count: added, number: formatNumber(i18n.language as Language, added) })}
      </p>
      <p role="alert" className="flex items-center gap-2 text-sm text-danger empty:hidden">
        {hasFailed && (
          <>
            <AlertIcon className="size-4 shrink-0" />
            {t("errorPage.unknown")}
          </>
        )}
      </p>
      {hasMore && (
        <Button onClick={(event) => void load(event)} isBusy={isLoading}>
          {hasFailed ? t("list.retry") : label}
        </Button>
      )}
    </div>
  );
}

/** Puts the focus on what leads on from a row, or on the row itself. */
function focusRow(row: Element | null | undefined, preventScroll: boolean): void {
  if (!(row instanceof HTMLElement)) return;
  const target = row.querySelector<HTMLElement>("a[href]") ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus({ preventScroll });
}
