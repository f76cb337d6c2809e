import { useLayoutEffect, useState, type RefObject } from "react";
import { groupSize } from "./row-groups.tsx";

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
