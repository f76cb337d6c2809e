import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { DeleteRecord, type RecordDialogProps } from "#resource/ui/record/delete-record.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import type { Book } from "../schema.ts";

/** Deletes a book after a confirmation (specification, "Manager book detail"). */
export function DeleteBook(dialog: RecordDialogProps<Book>) {
  const { t } = useTranslation("books");
  return (
    <DeleteRecord
      {...dialog}
      records={bookRecords}
      onFailure={() => toast.error(t("delete.failed"))}
      texts={{
        title: <Isolated>{t("delete.title", { title: isolate(dialog.record.title) })}</Isolated>,
        text: t("delete.text"),
        done: t("delete.done"),
      }}
    />
  );
}
