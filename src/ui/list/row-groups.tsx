import {
  Fragment,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FragmentInstance,
  type ReactNode,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { renderRowsEvent } from "./rows.ts";
import "./row-groups.css";

type RowGroupsProps<Row> = {
  rows: readonly Row[];
  /** The number of rows in a group: in a grid a multiple of its columns. */
  size?: number;
  /** A row's element, with a key. */
  children: (row: Row, index: number) => ReactNode;
  /** The element in place of a group: it takes the props and has the content. */
  placeholder: (props: { "data-rows": number }, content: ReactNode) => ReactNode;
  /** The browser finds these names in the page when their rows aren't rendered. */
  nameOf?: ((row: Row) => string) | undefined;
};

/** How far from the screen rows are rendered, as a part of its height. */
const margin = 0.5;

/** The page of a list. */
const groupSize = 20;

/**
 * The rows of a list, of which only those near the screen are in the document: a list can have thousands. In place of
 * another group is an element of the same height, with the names of its rows. All rows are printed.
 */
export function RowGroups<Row extends object>({ rows, size = groupSize, ...props }: RowGroupsProps<Row>) {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => (
    <RowGroup
      key={index}
      start={index * size}
      rows={rows.slice(index * size, (index + 1) * size)}
      {...props}
    />
  ));
}

/** The number of rows in a group of `RowGroups` in a grid: full lines, at least a page. */
export function useGridGroupSize(grid: RefObject<HTMLElement | null>): number {
  const [size, setSize] = useState(groupSize);
  useLayoutEffect(() => {
    if (!grid.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const columns = getComputedStyle(entry.target).gridTemplateColumns.split(" ").length;
      setSize(Math.ceil(groupSize / columns) * columns);
    });
    observer.observe(grid.current);
    return () => observer.disconnect();
  }, [grid]);
  return size;
}

type RowGroupProps<Row> = Omit<RowGroupsProps<Row>, "size"> & { start: number };

/** The heights of groups that aren't rendered, by their first row: a list is the same when the user comes back to it. */
const heights = new WeakMap<object, number>();

function RowGroup<Row extends object>(props: RowGroupProps<Row>) {
  const { start, rows, children, placeholder, nameOf } = props;
  const group = useRef<FragmentInstance>(null);
  const first = rows[0];
  // Undefined while the rows are rendered.
  const [height, setHeight] = useState(() => first && heights.get(first));

  useEffect(() => {
    if (!first) return;
    if (height === undefined) heights.delete(first);
    else heights.set(first, height);
  }, [first, height]);

  useEffect(() => {
    const fragment = group.current;
    if (!fragment) return;
    const render = () => flushSync(() => setHeight(undefined));
    function update() {
      const rects = fragment?.getClientRects();
      const [top, bottom] = [rects?.at(0)?.top ?? 0, rects?.at(-1)?.bottom ?? 0];
      const isNear = bottom > -margin * innerHeight && top < (1 + margin) * innerHeight;
      // No other element with the focus is so far from the screen.
      const focused = document.activeElement?.getBoundingClientRect().top ?? NaN;
      const hasFocus = top <= focused && focused < bottom;
      startTransition(() =>
        setHeight((before) => (isNear || hasFocus ? undefined : (before ?? bottom - top))),
      );
    }
    const observer = new IntersectionObserver(update, { rootMargin: `${margin * 100}%` });
    fragment.observeUsing(observer);
    fragment.addEventListener(renderRowsEvent, render);
    window.addEventListener("beforeprint", render);
    window.addEventListener("afterprint", update);
    return () => {
      fragment.unobserveUsing(observer);
      fragment.removeEventListener(renderRowsEvent, render);
      window.removeEventListener("beforeprint", render);
      window.removeEventListener("afterprint", update);
    };
  }, []);

  return (
    <Fragment ref={group}>
      {height === undefined
        ? rows.map((row, index) => children(row, start + index))
        : placeholder(
            { "data-rows": rows.length },
            <span className="row-placeholder" style={{ height, lineHeight: `${height / rows.length}px` }}>
              {nameOf && rows.map(nameOf).join("\n")}
            </span>,
          )}
    </Fragment>
  );
}
