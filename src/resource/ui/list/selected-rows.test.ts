import { expect, test } from "vitest";
import { versionedSelection } from "./selected-rows.ts";

function select(rows: { id: string; version: number }[], keys: string[], ids: string[]) {
  let result: string[] = [];
  versionedSelection(rows, keys, (selected) => (result = selected)).setIds(ids);
  return result;
}

test("a row is selected in the version that is shown, and keeps it when the row changes", () => {
  expect(select([{ id: "a", version: 1 }], [], ["a"])).toEqual(["a.1"]);
  const changed = [
    { id: "a", version: 2 },
    { id: "b", version: 5 },
  ];
  expect(select(changed, ["a.1"], ["a", "b"])).toEqual(["a.1", "b.5"]);
});

test("a row that isn't loaded stays selected in its version", () => {
  expect(select([{ id: "b", version: 1 }], ["a.3"], ["a", "b"])).toEqual(["a.3", "b.1"]);
});

test("a row that was deselected is selected in its current version", () => {
  expect(select([{ id: "a", version: 2 }], ["a.1"], [])).toEqual([]);
  expect(select([{ id: "a", version: 2 }], [], ["a"])).toEqual(["a.2"]);
});

test("invalid keys in the URL are ignored", () => {
  const keys = ["a", "a.0", "a.x", ".1", "a.1e3", "a.9999999999", "b.2"];
  expect(versionedSelection([], keys, () => {}).refs).toEqual([{ id: "b", version: 2 }]);
});
