import { useSuspenseQuery } from "@tanstack/react-query";
import { genresQuery } from "#features/genres/queries.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { PicturedCover } from "../cover/cover-picture.tsx";
import type { BookDraft } from "./book-draft.ts";

/** The cover among the fields that two people changed. */
export const coverConflict = {
  name: "books:cover.label",
  show: (draft: BookDraft) => <DraftCover draft={draft} />,
} as const;

function DraftCover({ draft }: { draft: BookDraft }) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const { title, author, genreId, cover } = draft;
  const hue = genres.find(({ id }) => id === genreId)?.hue ?? 0;
  return (
    <span className="grid w-20 gap-2">
      <PicturedCover title={title} author={author} hue={hue} picture={cover} isFirst />
      {t(cover ? "cover.uploadedImage" : "cover.generated")}
    </span>
  );
}
