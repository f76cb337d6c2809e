import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { useList } from "./record-list.tsx";

/** The selected rows of the list around it, in the versions that the user selected. */
export function useSelectedRows() {
  const { rows, selected, setSelected } = useList<VersionedRef>();
  return versionedSelection(rows, selected, setSelected);
}

/**
 * The URL holds selected rows as "<id>.<version>", so a bulk action detects later changes, even after a reload and for
 * rows that aren't loaded.
 */
export function versionedSelection(
  rows: readonly VersionedRef[],
  keys: readonly string[],
  setKeys: (keys: string[]) => void,
) {
  const refs = keys.flatMap((key) => parseKey(key) ?? []);
  const setRefs = (selected: VersionedRef[]) =>
    setKeys(selected.map(({ id, version }) => `${id}.${version}`));
  return {
    refs,
    ids: refs.map(({ id }) => id),
    setRefs,
    setIds(ids: string[]) {
      // A row that was selected before keeps its version.
      const known = new Map([...rows, ...refs].map(({ id, version }) => [id, { id, version }]));
      setRefs(ids.flatMap((id) => known.get(id) ?? []));
    },
  };
}

function parseKey(key: string): VersionedRef | undefined {
  const [, id, version] = /^(.+)\.([1-9]\d{0,8})$/.exec(key) ?? [];
  return id === undefined ? undefined : { id, version: Number(version) };
}
