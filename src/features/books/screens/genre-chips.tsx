import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { genresQuery } from "#features/genres/queries.ts";
import { FilterChips } from "#ui/list/filter-chips.tsx";

/** Filters a list of books by genre. */
export function GenreChips({ genre }: { genre: string | undefined }) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  return (
    <FilterChips
      label={t("fields.genre")}
      name="genre"
      value={genre}
      choices={[
        { label: t("allGenres") },
        ...genres.map(({ id, name, uses }) => ({ value: id, label: name, count: uses.books })),
      ]}
    />
  );
}
