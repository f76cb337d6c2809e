import type { GenrePart } from "#features/genres/shared/genre-part.ts";
import { Cover } from "../cover/cover.tsx";

/** Books of a genre, and covers in its hue. */
export const part: GenrePart = {
  key: "books",
  texts: {
    heading: "books:title",
    count: "books:genres.count",
    inUse: "books:genres.inUse.text",
    show: "books:genres.show",
  },
  link: (area, genreId) => ({ to: `/${area}/books`, search: { genre: genreId } as never }),
  Example: ({ seed, hue }) => <Cover title={seed} author="" hue={hue} size="thumb" />,
};
