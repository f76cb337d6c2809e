import type { VersionedRef } from "#rpc/versioned-ref.ts";

/**
 * Selected rows, each in the version that the user saw when selecting it. The URL holds both ("<id>.<version>"), so a
 * bulk action detects changes made since then, even after a reload and for rows that aren't loaded.
 * @param rows the loaded rows
 * @param keys the selected keys in the URL
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
