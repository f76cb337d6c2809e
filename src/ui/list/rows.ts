/** Sent to an element in place of rows, whose number is its `data-rows`: `RowGroups` then renders them. */
export const renderRowsEvent = "renderrows";

/** An element of a list: a row, or the element in place of several. */
type Part = { element: HTMLElement; start: number; end: number };

function partsOf(list: HTMLElement | null): Part[] {
  let end = 0;
  return Array.from((list?.children ?? []) as HTMLCollectionOf<HTMLElement>, (element) => {
    const start = end;
    end += Number(element.dataset.rows ?? 1);
    return { element, start, end };
  });
}

/**
 * The row at an index. If it isn't in the document, it is rendered first, which isn't possible within an effect.
 * @param list the element whose children are the rows
 */
export function rowAt(list: HTMLElement | null, index: number): HTMLElement | undefined {
  const find = () => partsOf(list).find(({ start, end }) => start <= index && index < end)?.element;
  find()?.dispatchEvent(new Event(renderRowsEvent));
  return find();
}

export function lastRow(list: HTMLElement | null): HTMLElement | undefined {
  return rowAt(list, (partsOf(list).at(-1)?.end ?? 0) - 1);
}

/** The index of the row that contains an element, or -1. */
export function rowIndexOf(list: HTMLElement | null, target: Element): number {
  return partsOf(list).find(({ element }) => element.contains(target))?.start ?? -1;
}
