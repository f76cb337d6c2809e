import { useState, type RefObject } from "react";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import type { Book } from "../schema.ts";
import { DeleteBook } from "./delete-book.tsx";

/**
 * Deletes the book in a row of the list. Afterwards the row that follows has focus.
 * @param rows the element whose children are the rows
 */
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
