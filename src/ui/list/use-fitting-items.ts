import { useLayoutEffect, useRef, useState, type RefObject } from "react";

type FittingItems = {
  line: RefObject<HTMLElement | null>;
  /** The button that shows the other items, if there are any. */
  rest: RefObject<HTMLElement | null>;
  count: number;
  /** The item that is always shown, or -1. */
  currentIndex: number;
  /** There are further items that aren't in the line. */
  hasRest: boolean;
};

/** Before the button is measured, in pixels. */
const usualRestWidth = 96;

/**
 * The items of a line that fit into its parent element. On narrow screens and before hydration, all do: the line scrolls.
 * @returns the order of the items: a current item that wouldn't fit comes second
 */
export function useFittingItems({ line, rest, count, currentIndex, hasRest }: FittingItems) {
  const [{ fitting = count, maxWidth, promoted }, setState] = useState<{
    fitting?: number;
    maxWidth?: number;
    promoted?: number;
  }>({});
  // The button's number changes its width. Only the widest counts, so that the result never alternates.
  const widestRest = useRef(0);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const isPromoted = promoted === currentIndex && currentIndex > 1;
  const others = indexes.filter((index) => index > 0 && index !== currentIndex);
  const order = isPromoted ? [0, currentIndex, ...others] : indexes;
  const position = order.indexOf(currentIndex);

  const isMeasured = useRef(false);

  useLayoutEffect(() => {
    const [list, parent] = [line.current, line.current?.parentElement];
    if (!list || !parent) return;
    const measure = () => {
      widestRest.current = Math.max(widestRest.current, rest.current?.offsetWidth ?? 0);
      const result = matchMedia("(width >= 48rem)").matches
        ? measureItems(list, parent.clientWidth, { restWidth: widestRest.current || usualRestWidth, hasRest })
        : {};
      const isHidden = result.fitting !== undefined && position >= result.fitting;
      setState((before) => {
        const after = { ...result, promoted: isHidden ? currentIndex : before.promoted };
        const isSame =
          before.fitting === after.fitting &&
          before.maxWidth === after.maxWidth &&
          before.promoted === after.promoted;
        return isSame ? before : after;
      });
    };
    // Later, the observer calls it after the browser's own layout: measuring here would lay out a long list once more.
    if (!isMeasured.current) measure();
    isMeasured.current = true;
    const observer = new ResizeObserver(measure);
    for (const element of [parent, ...list.children]) observer.observe(element);
    return () => observer.disconnect();
  });

  return { order, fitting, maxWidth };
}

/** Nothing if all items fit. */
function measureItems(
  list: HTMLElement,
  available: number,
  { restWidth, hasRest }: { restWidth: number; hasRest: boolean },
): { fitting?: number; maxWidth?: number } {
  const { columnGap, paddingInlineStart } = getComputedStyle(list);
  const gap = parseFloat(columnGap);
  const ends: number[] = [];
  for (const item of list.children)
    ends.push((ends.at(-1) ?? -gap) + gap + item.getBoundingClientRect().width);
  const withRest = available - gap - restWidth;
  if ((ends.at(-1) ?? 0) <= (hasRest ? withRest : available)) return {};
  const fitting = Math.max(1, ends.filter((end) => end <= withRest).length);
  return { fitting, maxWidth: Math.ceil(ends[fitting - 1] ?? 0) + 2 * parseFloat(paddingInlineStart) };
}
