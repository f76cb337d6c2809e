import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AreaName } from "#brand/areas.ts";
import type { CommandSource } from "#ui/palette/palette.ts";

/** Books by their titles and authors, for an area's command palette. The code that asks comes with the first search. */
export function useBookSource(area: AreaName): CommandSource {
  const { t } = useTranslation("books");
  const group = t("title");
  return useMemo(
    () => ({
      id: "books",
      group,
      async search(term, signal) {
        const [{ searchBooks: findBooks }, { Cover }] = await Promise.all([
          import("../queries.ts"),
          import("../cover/cover.tsx"),
        ]);
        const books = await findBooks(term, signal);
        return books.map(({ id, title, author, genre, cover }) => ({
          id,
          label: title,
          isName: true,
          hint: author,
          icon: () => (
            <span className="w-5">
              <Cover title={title} author={author} hue={genre.hue} picture={cover} size="thumb" isFirst />
            </span>
          ),
          link: { to: `/${area}/books/$id`, params: { id } },
        }));
      },
    }),
    [area, group],
  );
}
