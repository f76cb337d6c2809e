type Change = {
  /** The keys of the rows shown, from top to bottom. */
  shown: readonly string[];
  selected: readonly string[];
  key: string;
  isSelected: boolean;
  /** Of the row that was changed last, where the range from it to this one changes as well (Shift). */
  from?: string | undefined;
};

/** The keys that are selected after one row, or a range of rows, was selected or no longer is. */
export function changeSelection({ shown, selected, key, isSelected, from }: Change): string[] {
  const [start, end] = [shown.indexOf(from ?? key), shown.indexOf(key)].toSorted((a, b) => a - b);
  const changed = start === undefined || start < 0 ? [key] : shown.slice(start, end! + 1);
  return selectAll(changed, selected, isSelected);
}

/** The keys that are selected after those given all are, or no longer are. */
export function selectAll(
  keys: readonly string[],
  selected: readonly string[],
  isSelected: boolean,
): string[] {
  return isSelected ? [...new Set([...selected, ...keys])] : selected.filter((key) => !keys.includes(key));
}
