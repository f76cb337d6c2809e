import type { QueryClient } from "@tanstack/react-query";
import type { AreaName } from "#brand/area-names.ts";
import { TagIcon } from "#ui/icons.ts";
import { filterCommands } from "#ui/palette/filter-commands.ts";
import type { Command } from "#ui/palette/palette.ts";
import { genreParts } from "../genre-parts.ts";
import { genresQuery } from "../queries.ts";

/** Genres that match a search term, for an area's command palette. They lead to the records that have it. */
export async function findGenreCommands(
  queryClient: QueryClient,
  area: AreaName,
  term: string,
): Promise<Command[]> {
  const [part] = genreParts;
  if (!part) return [];
  const genres = await queryClient.query({ ...genresQuery, staleTime: "static" });
  const commands = genres.map(({ id, name }) => ({
    id,
    label: name,
    icon: TagIcon,
    link: part.link(area, id),
  }));
  return filterCommands(commands, term);
}
