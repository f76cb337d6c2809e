import { useDeferredValue, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { Button } from "../controls/button.tsx";
import { CloseIcon } from "../icons.ts";

type BulkBarProps = {
  /** The number of selected rows. */
  count: number;
  /** No more rows can be selected. */
  isFull: boolean;
  onClear: () => void;
  /** Called before a button that has the focus is removed. */
  onFocusLost: () => void;
  /** Bulk actions: buttons. */
  children?: ReactNode;
};

/** The number of selected rows, which is announced, and the actions on them. Empty while nothing is selected. */
export function BulkBar({ count: current, isFull, ...actions }: BulkBarProps) {
  // The checkbox is painted first. An empty bar must not cover the count line, which may take the focus.
  const deferred = useDeferredValue(current);
  const count = current === 0 ? 0 : deferred;
  const { t, i18n } = useTranslation("components");
  return (
    <div
      className={`bulk-bar flex items-center gap-x-2 gap-y-1 ${count > 0 ? openClasses : "absolute"}`}
      data-open={count > 0 || undefined}
    >
      <p role="status" className="font-semibold">
        {count > 0 && t("bulk.selected", { count, number: formatNumber(i18n.language, count) })}
        {isFull && <span className="block text-sm font-normal text-muted-foreground">{t("bulk.full")}</span>}
      </p>
      {count > 0 && <BulkActions {...actions} />}
    </div>
  );
}

/** On wide screens in the header of the list; on narrow ones below the table, or at the bottom of the screen while rows scroll. */
const openClasses =
  "md:flex-1 max-md:order-1 max-md:mt-3 max-md:flex-wrap max-md:rounded-surface max-md:border max-md:border-control max-md:bg-surface max-md:p-2 max-md:ps-4 max-md:tall:sticky max-md:tall:bottom-[calc(var(--bottom-bar-height,0px)+0.5rem+env(safe-area-inset-bottom))] max-md:tall:z-3";

function BulkActions({ onClear, onFocusLost, children }: Omit<BulkBarProps, "count" | "isFull">) {
  const { t } = useTranslation("components");
  const bar = useRef<HTMLDivElement>(null);
  const handleFocusLost = useEffectEvent(onFocusLost);

  // The cleanup of a layout effect runs before the buttons leave the page.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) handleFocusLost();
    };
  }, []);

  return (
    <div ref={bar} className="contents">
      <Button variant="quiet" onClick={onClear}>
        <CloseIcon className="-ms-1 size-4" />
        {t("bulk.clear")}
      </Button>
      <div className="ms-auto flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}
