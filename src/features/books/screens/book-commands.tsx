import type { LinkProps } from "@tanstack/react-router";
import type { AreaName } from "#brand/area-names.ts";
import type { Command } from "#ui/palette/palette.ts";
import { CoverOfBook } from "../cover/cover.tsx";
import { searchBooks } from "../queries.ts";

/** Books by title and author, for an area's command palette. */
export async function findBookCommands(
  area: AreaName,
  term: string,
  signal: AbortSignal,
): Promise<Command[]> {
  const books = await searchBooks(term, signal);
  return books.map((book): Command => ({
    id: book.id,
    label: book.title,
    isName: true,
    hint: book.author,
    icon: () => (
      <span className="w-5">
        <CoverOfBook book={book} size="thumb" isFirst />
      </span>
    ),
    link: { to: `/${area}/books/${book.id}` as LinkProps["to"] },
  }));
}
