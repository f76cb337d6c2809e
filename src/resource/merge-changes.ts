import { hashKey } from "@tanstack/react-query";

/**
 * Merges two people's changes of the same record. A field that only one of them changed gets that value; where both set
 * different values, `merged` has mine and `conflicts` has the field's name.
 * @param base the values with which both began
 */
export function mergeChanges<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): { merged: Values; conflicts: (keyof Values)[] } {
  const names = Object.keys(mine) as (keyof Values)[];
  const merged = { ...mine };
  for (const name of names) if (isSame(mine[name], base[name])) merged[name] = theirs[name];
  const conflicts = names.filter(
    (name) => !isSame(merged[name], theirs[name]) && !isSame(theirs[name], base[name]),
  );
  return { merged, conflicts };
}

/** Whether two values have the same JSON, whatever the order of their properties. */
function isSame(a: unknown, b: unknown): boolean {
  return hashKey([a]) === hashKey([b]);
}
