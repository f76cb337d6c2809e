import { useState, type RefObject } from "react";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import type { Book } from "../schema.ts";
import { DeleteBook } from "./delete-book.tsx";

/**
 * Deletes the book of one row, from the list.
 * @param rows the element whose children are the rows: the one that moves up has the focus afterwards
 */
export function useRowDeletion(books: Book[], rows: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ row: number; book: Book; isOpen: boolean }>();
  const moveFocusOnClose = useFocusAfterClose(asked?.isOpen ?? false, () => {
    const next = rows.current?.children[asked?.row ?? 0] ?? rows.current?.lastElementChild;
    return next?.querySelector<HTMLElement>("a");
  });

  return {
    ask(row: number) {
      const book = books[row];
      if (book) setAsked({ row, book, isOpen: true });
    },
    question: asked && (
      <DeleteBook
        book={asked.book}
        isOpen={asked.isOpen}
        onClose={() => setAsked({ ...asked, isOpen: false })}
        onDeleted={moveFocusOnClose}
      />
    ),
  };
}
