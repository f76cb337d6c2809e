import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { apiErrorOf } from "#lib/api-error.ts";
import { useDeleteRecord } from "#resource/queries.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookRecords } from "../queries.ts";
import type { Book } from "../schema.ts";

type DeleteBookProps = {
  book: Book;
  isOpen: boolean;
  onClose: () => void;
  /** The dialog closes when this resolves. */
  onDeleted: () => Promise<void> | void;
};

/** Deletes a book after a confirmation (specification, "Manager book detail"). */
export function DeleteBook({ book: { id, title, version }, isOpen, onClose, onDeleted }: DeleteBookProps) {
  const { t } = useTranslation("books");
  const { mutateAsync } = useDeleteRecord(bookRecords);

  async function confirm() {
    try {
      await mutateAsync({ id, version });
    } catch (error) {
      const code = apiErrorOf(error)?.code;
      if (code === "VERSION_CONFLICT") {
        // The screen shows the new version, which the user hasn't confirmed.
        toast.error(t("delete.changed"));
        return;
      }
      // A book that someone else has deleted counts as deleted.
      if (code !== "NOT_FOUND") {
        toast.error(t("delete.failed"));
        throw error;
      }
    }
    toast.success(t("delete.done"));
    await onDeleted();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title={<Isolated>{t("delete.title", { title: isolate(title) })}</Isolated>}
      text={t("delete.text")}
      confirmLabel={t("delete.action")}
      variant="danger"
    />
  );
}
