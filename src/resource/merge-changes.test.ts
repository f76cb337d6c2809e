import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeChanges } from "./merge-changes.ts";

const names = ["title", "author", "publisher", "cover"] as const;

/** Few values, so that two people often choose the same one. Covers are objects. */
const value = fc.constantFrom("a", "b", null, { id: "x", width: 1 }, { id: "y", width: 1 });
const values = fc.record({ title: value, author: value, publisher: value, cover: value });

/** A copy whose objects have their properties in another order. */
const copyOf = <Value>(of: Value): Value =>
  of !== null && typeof of === "object"
    ? (Object.fromEntries(
        Object.entries(of)
          .toReversed()
          .map(([key, part]) => [key, copyOf(part)]),
      ) as Value)
    : of;

const isSame = (a: unknown, b: unknown) => {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
};

test("a merge loses nothing that only one person changed, and asks about the fields that both changed", () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, current) => {
      const { merged, conflicts } = mergeChanges(base, mine, copyOf(current));
      for (const name of names) {
        const iChanged = !isSame(mine[name], base[name]);
        const theyChanged = !isSame(current[name], base[name]);
        expect(merged[name]).toEqual(iChanged ? mine[name] : current[name]);
        const isAsked = iChanged && theyChanged && !isSame(mine[name], current[name]);
        expect(conflicts.includes(name)).toBe(isAsked);
      }
    }),
  );
});

test("merging again, after another save, still loses nothing", () => {
  fc.assert(
    fc.property(values, values, values, values, (base, mine, second, third) => {
      const first = mergeChanges(base, mine, second);
      fc.pre(first.conflicts.length === 0);
      const { merged, conflicts } = mergeChanges(second, first.merged, third);
      for (const name of names) {
        const iChanged = !isSame(mine[name], base[name]) && !isSame(mine[name], second[name]);
        expect(merged[name]).toEqual(iChanged ? mine[name] : third[name]);
        if (conflicts.includes(name)) expect(iChanged).toBe(true);
      }
    }),
  );
});
