import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "../controls/button.tsx";
import { CloseIcon } from "../icons.ts";
import "./bulk-bar.css";

type BulkBarProps = {
  /** How many rows are selected. */
  count: number;
  /** Whether no more can be selected. */
  isFull: boolean;
  onClear: () => void;
  /** Takes the focus out of the bar when it goes. */
  onFocusLost: () => void;
  /** What can be done with the selected rows: buttons. */
  children?: ReactNode;
};

/** What can be done with the selected rows. There while something is selected; how much that is, is announced. */
export function BulkBar({ count, isFull, ...actions }: BulkBarProps) {
  const { t, i18n } = useTranslation("components");
  return (
    <div className="bulk-bar" data-open={count > 0 || undefined}>
      <p role="status" className="font-semibold">
        {count > 0 && t("bulk.selected", { count, number: formatNumber(i18n.language as Language, count) })}
        {isFull && <span className="block text-sm font-normal text-muted-foreground">{t("bulk.full")}</span>}
      </p>
      {count > 0 && <BulkActions {...actions} />}
    </div>
  );
}

function BulkActions({ onClear, onFocusLost, children }: Omit<BulkBarProps, "count" | "isFull">) {
  const { t } = useTranslation("components");
  const bar = useRef<HTMLDivElement>(null);
  const focusLost = useRef(onFocusLost);

  useLayoutEffect(() => {
    focusLost.current = onFocusLost;
  });

  // Before the buttons are taken out of the page, and the focus with them.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) focusLost.current();
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
