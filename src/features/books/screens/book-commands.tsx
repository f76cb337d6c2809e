import type { AreaName } from "#brand/area-names.ts";
import { CoverOfBook } from "../cover/cover.tsx";
import { bookRecords } from "../queries.ts";
import type { Book } from "../schema.ts";

/** Books by title and author, for an area's command palette. */
export const bookCommands = (area: AreaName) => ({
  ...bookRecords,
  path: `/${area}/books`,
  hintOf: ({ author }: Book) => author,
  iconOf: (book: Book) => () => (
    <span className="w-5">
      <CoverOfBook book={book} size="thumb" isFirst />
    </span>
  ),
});
