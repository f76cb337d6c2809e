import type { LinkProps } from "@tanstack/react-router";
import type { AreaName } from "#brand/areas.ts";
import type { Command } from "#ui/palette/palette.ts";
import { Cover } from "../cover/cover.tsx";
import { searchBooks } from "../queries.ts";

/** Books by title and author, for an area's command palette. */
export async function findBookCommands(
  area: AreaName,
  term: string,
  signal: AbortSignal,
): Promise<Command[]> {
  const books = await searchBooks(term, signal);
  return books.map(({ id, title, author, genre, cover }): Command => ({
    id,
    label: title,
    isName: true,
    hint: author,
    icon: () => (
      <span className="w-5">
        <Cover title={title} author={author} hue={genre.hue} picture={cover} size="thumb" isFirst />
      </span>
    ),
    link: { to: `/${area}/books/${id}` as LinkProps["to"] },
  }));
}
