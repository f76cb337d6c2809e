import { startTransition, useEffect, useState } from "react";

/** A slow phone needs less than 50 ms for this many rows. */
const step = 10;

/** After these rows, the others are shown at once: few are near the screen. */
const lastStep = 20;

type Shown<Row> = {
  list: string;
  rows: readonly Row[];
  /** Only so many rows are of the list, the others of the one before. */
  count?: number;
};

/**
 * The rows of another list (after a search, a filter or sorting) replace those before in steps, the first rows first, so
 * that the browser can answer before each. Changes of the same list are shown at once.
 * @param list identifies the list
 */
export function useRowsInSteps<Row extends { id: string }>(list: string, rows: readonly Row[]) {
  const [shown, setShown] = useState<Shown<Row>>({ list, rows });

  useEffect(() => {
    if (shown.list !== list || shown.rows !== rows)
      startTransition(() => setShown(nextStep(shown, list, rows)));
  }, [shown, list, rows]);

  return shown.list === list && shown.count === undefined ? rows : shown.rows;
}

function nextStep<Row extends { id: string }>(
  shown: Shown<Row>,
  list: string,
  rows: readonly Row[],
): Shown<Row> {
  const count = (shown.list === list ? (shown.count ?? lastStep) : 0) + step;
  if (count > lastStep || count >= rows.length) return { list, rows };
  const first = rows.slice(0, count);
  const ids = new Set(first.map(({ id }) => id));
  const left = shown.rows.slice(count).filter(({ id }) => !ids.has(id));
  return { list, rows: [...first, ...left], count };
}
