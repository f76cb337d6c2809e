import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";

/**
 * The column of a chart whose tooltip is shown. The columns are the plot's children with a `tabIndex`, of which Tab reaches one.
 * @param count the number of columns
 */
export function useActiveColumn(count: number) {
  const [active, setActive] = useState<number>();
  const [lastFocused, setLastFocused] = useState<number>();
  /** The column that was active when a touch began; undefined without a touch. */
  const touchedAt = useRef<{ active: number | undefined }>(undefined);

  function onPointer(event: PointerEvent<HTMLElement>) {
    if (event.type === "pointerdown")
      touchedAt.current = event.pointerType === "touch" ? { active } : undefined;
    setActive(columnAt(event.currentTarget, event.clientX, count));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") return setActive(undefined);
    const plot = event.currentTarget;
    const columns = [...plot.querySelectorAll<HTMLElement>("[tabindex]")];
    const focused = columns.findIndex((column) => column === document.activeElement);
    const target = indexAfterKey(event, { focused, count });
    if (focused === -1 || target === undefined) return;
    event.preventDefault();
    columns[target]?.focus();
  }

  return {
    active: active !== undefined && active < count ? active : undefined,
    /** The last column, until another one was focused. */
    tabStop: Math.min(lastFocused ?? count - 1, count - 1),
    plotProps: {
      onPointerDown: onPointer,
      onPointerMove: onPointer,
      // A touch ends with this event, too: its tooltip stays.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== "touch" && setActive(undefined),
      onKeyDown,
    },
    columnProps: (index: number) => ({
      onFocus: () => {
        setLastFocused(index);
        setActive(index);
      },
      onBlur: () => setActive(undefined),
      onClick: (event: MouseEvent) => {
        // The first touch shows the tooltip, the second one follows the link.
        if (touchedAt.current && touchedAt.current.active !== index) event.preventDefault();
        touchedAt.current = undefined;
      },
    }),
  };
}

function isRightToLeft(element: Element): boolean {
  return element.matches(":dir(rtl)");
}

function columnAt(plot: HTMLElement, clientX: number, count: number): number {
  const { left, right, width } = plot.getBoundingClientRect();
  const distance = isRightToLeft(plot) ? right - clientX : clientX - left;
  return Math.min(count - 1, Math.max(0, Math.floor((distance / width) * count)));
}

/** The index to which a key moves the focus; undefined for other keys. The arrows move in their own direction. */
function indexAfterKey(
  { key, currentTarget, altKey, ctrlKey, metaKey }: KeyboardEvent<HTMLElement>,
  { focused, count }: { focused: number; count: number },
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const forward = isRightToLeft(currentTarget) ? "ArrowLeft" : "ArrowRight";
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  return Math.min(count - 1, Math.max(0, focused + (key === forward ? 1 : -1)));
}
