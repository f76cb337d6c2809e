import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { apiErrorOf } from "#lib/api-error.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { toast } from "#ui/toast/toast.ts";
import { useDeleteBook } from "../queries.ts";
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
  const { mutateAsync } = useDeleteBook();

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

/** Deletes the book in a row of a list and focuses the next row. @param rows the element whose children are the rows */
export function useRowDeletion(books: Book[], rows: RefObject<HTMLElement | null>) {
  const [target, setTarget] = useState<{ row: number; book: Book; isOpen: boolean }>();
  const moveFocusOnClose = useFocusAfterClose(target?.isOpen ?? false, () => {
    const next = rows.current?.children[target?.row ?? 0] ?? rows.current?.lastElementChild;
    return next?.querySelector<HTMLElement>("a");
  });

  return {
    deleteRow(row: number) {
      const book = books[row];
      if (book) setTarget({ row, book, isOpen: true });
    },
    dialog: target && (
      <DeleteBook
        book={target.book}
        isOpen={target.isOpen}
        onClose={() => setTarget({ ...target, isOpen: false })}
        onDeleted={moveFocusOnClose}
      />
    ),
  };
}
