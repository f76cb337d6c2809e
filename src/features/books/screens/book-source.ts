import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { BookIcon } from "#ui/icons.tsx";
import type { CommandSource } from "#ui/palette/palette.ts";

/** Books by their titles and authors, for an area's command palette. The code that asks comes with the first search. */
export function useBookSource(area: "app" | "manager"): CommandSource {
  const { t } = useTranslation("books");
  const group = t("title");
  return useMemo(
    () => ({
      id: "books",
      group,
      async search(term, signal) {
        const { findBooks } = await import("../queries.ts");
        const books = await findBooks(term, signal);
        return books.map(({ id, title, author }) => ({
          id,
          label: title,
          isName: true,
          hint: author,
          icon: BookIcon,
          link: { to: `/${area}/books/$id`, params: { id } },
        }));
      },
    }),
    [area, group],
  );
}
