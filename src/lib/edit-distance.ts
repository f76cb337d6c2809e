/**
 * How many edits make one text of the other: characters that are inserted, deleted, replaced, or swapped with the next one
 * (optimal string alignment distance).
 */
export function editDistance(a: string, b: string): number {
  const distances = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => distances[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    distances.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
