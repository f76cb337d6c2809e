import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { apiErrorOf } from "#lib/api-error.ts";
import { useDeleteRecord, useRestoreRecords } from "#resource/queries.ts";
import { DeleteRecord } from "#resource/ui/record/delete-record.tsx";
import { Button, ButtonLink } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { genreRecords } from "../queries.ts";
import type { GenreWithCount } from "../schema.ts";

type DeleteGenreProps = {
  isOpen: boolean;
  genre: GenreWithCount;
  onClose: () => void;
  onDeleted: () => void;
};

/** Deletes a genre after a confirmation. For a genre with books, it says how many books have it instead. */
export function DeleteGenre({ isOpen, genre, onClose, onDeleted }: DeleteGenreProps) {
  const { t } = useTranslation("genres");
  // The server's number, if books got the genre after the list was loaded.
  const [currentBooks, setCurrentBooks] = useState(0);
  const books = currentBooks || genre.books;
  const name = isolate(genre.name);

  function fail(error: unknown) {
    const { code, data } = apiErrorOf(error) ?? {};
    if (code === "GENRE_IN_USE") setCurrentBooks((data as { books: number }).books);
    else toast.error(t("failed.delete"));
  }

  return (
    <>
      <DeleteRecord
        record={genre}
        onDelete={useDeleteRecord(genreRecords).mutateAsync}
        undo={useRestoreRecords(genreRecords).mutateAsync}
        isOpen={isOpen && books === 0}
        onClose={onClose}
        onDeleted={onDeleted}
        onFailure={fail}
        texts={{
          title: <Isolated>{t("delete.title", { name })}</Isolated>,
          text: t("delete.text"),
          done: t("done.deleted"),
        }}
      />
      <Dialog
        isOpen={isOpen && books > 0}
        onClose={onClose}
        title={<Isolated>{t("inUse.title", { name })}</Isolated>}
        description={t("inUse.text", { count: books })}
        size="small"
        footer={
          <>
            <Button onClick={onClose}>{t("inUse.close")}</Button>
            <ButtonLink to="/manager/books" search={{ genre: genre.id }}>
              {t("inUse.show")}
            </ButtonLink>
          </>
        }
      />
    </>
  );
}
