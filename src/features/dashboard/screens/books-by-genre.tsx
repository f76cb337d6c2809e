import { useTranslation } from "#i18n/use-translation.tsx";
import { BarTable } from "#ui/charts/bar-table.tsx";
import { Card } from "#ui/display/card.tsx";
import type { Dashboard } from "../schema.ts";

/** The genres with most books, which lead to their books, and the other genres together. */
export function BooksByGenre({ dashboard: { booksByGenre } }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  if (!booksByGenre) return null;
  const { top, others } = booksByGenre;
  const bars = top.map(({ id, name, hue, books }) => ({
    key: id,
    name,
    hue,
    value: books,
    link: { to: "/manager/books", search: { genre: id } } as const,
  }));
  const rest = {
    key: "others",
    name: t("byGenre.others", { count: others.genres }),
    value: others.books,
    link: { to: "/manager/genres" } as const,
  };
  return (
    <Card title={t("byGenre.title")}>
      <BarTable
        label={t("byGenre.title")}
        headings={{ name: t("byGenre.genre"), value: t("byGenre.books") }}
        bars={others.genres > 0 ? [...bars, rest] : bars}
      />
    </Card>
  );
}
