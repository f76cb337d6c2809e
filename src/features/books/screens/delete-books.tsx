import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { apiErrorOf } from "#rpc/api-error.ts";
import { Button } from "#ui/controls/button.tsx";
import { TrashIcon } from "#ui/icons.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookQuery, useDeleteBooks } from "../queries.ts";
import type { Book, BulkDeletion } from "../schema.ts";

type DeleteBooksProps = {
  /** The books that the list has loaded. */
  books: Book[];
  /** Ids of those that are to go. */
  selected: string[];
  /** Gets the ids that are left. */
  onDeleted: (left: string[]) => void;
};

/** Deletes the selected books after one question; each that stays is named with the reason. */
export function DeleteBooks({ books, selected, onDeleted }: DeleteBooksProps) {
  const { t, i18n } = useTranslation("books");
  const { mutateAsync } = useDeleteBooks();
  const seen = useSeenBooks(books);
  const [isAsking, setAsking] = useState(false);
  const [left, setLeft] = useState<Left[]>([]);
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);

  async function confirm() {
    try {
      const chosen = await seen(selected);
      const { deleted, failures } =
        chosen.length > 0
          ? await mutateAsync(chosen.map(({ id, version }) => ({ id, version })))
          : { deleted: [], failures: [] };
      if (deleted.length > 0)
        toast.success(t("delete.doneMany", { count: deleted.length, number: numberOf(deleted.length) }));
      const gone = selected.length - chosen.length;
      if (gone > 0) toast.success(t("delete.goneMany", { count: gone, number: numberOf(gone) }));
      setLeft(failures.map((failure) => ({ failure, book: chosen.find(({ id }) => id === failure.id) })));
      onDeleted(failures.filter(({ code }) => code === "VERSION_CONFLICT").map(({ id }) => id));
    } catch (error) {
      toast.error(t("delete.failedMany"));
      throw error;
    }
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <TrashIcon className="size-5" />
        {t("delete.action")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t("delete.titleMany", { count: selected.length, number: numberOf(selected.length) })}
        text={t("delete.textMany")}
        confirmLabel={t("delete.action")}
        variant="danger"
      />
      <Dialog
        isOpen={left.length > 0}
        onClose={() => setLeft([])}
        title={t("delete.left")}
        footer={<Button onClick={() => setLeft([])}>{t("delete.understood")}</Button>}
      >
        <ul className="grid gap-3">
          {left.map(({ failure, book }) => (
            <li key={failure.id}>
              <bdi className="font-serif font-semibold">{book?.title}</bdi>
              <p className="text-sm text-muted-foreground">
                {t(failure.code === "NOT_FOUND" ? "delete.reasons.NOT_FOUND" : "delete.reasons.CHANGED")}
              </p>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

type Left = { failure: BulkDeletion["failures"][number]; book: Book | undefined };

/** The chosen books as they were seen: those that the list has not loaded are asked for, and may be gone already. */
function useSeenBooks(books: Book[]) {
  const queryClient = useQueryClient();
  const ask = (id: string) =>
    queryClient.query({ ...bookQuery(id), staleTime: "static" }).catch((error: unknown) => {
      if (apiErrorOf(error)?.code === "NOT_FOUND") return undefined;
      throw error;
    });
  return async (ids: string[]): Promise<Book[]> => {
    const found = await Promise.all(
      ids.map(async (id) => books.find((book) => book.id === id) ?? (await ask(id))),
    );
    return found.filter((book) => book !== undefined);
  };
}
