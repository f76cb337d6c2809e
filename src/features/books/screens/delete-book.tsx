import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { DeleteRecord } from "#resource/ui/record/delete-record.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import type { Book } from "../schema.ts";

type DeleteBookProps = {
  book: Book;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => Promise<void> | void;
};

/** Deletes a book after a confirmation (specification, "Manager book detail"). */
export function DeleteBook({ book, ...dialog }: DeleteBookProps) {
  const { t } = useTranslation("books");
  return (
    <DeleteRecord
      {...dialog}
      records={bookRecords}
      record={book}
      onFailure={() => toast.error(t("delete.failed"))}
      texts={{
        title: <Isolated>{t("delete.title", { title: isolate(book.title) })}</Isolated>,
        text: t("delete.text"),
        done: t("delete.done"),
      }}
    />
  );
}
