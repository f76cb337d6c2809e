import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { Button } from "#ui/controls/button.tsx";
import { TrashIcon } from "#ui/icons.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useDeleteBooks } from "../queries.ts";
import type { Book } from "../schema.ts";

type DeleteBooksProps = {
  /** The loaded books. */
  books: Book[];
  selected: VersionedRef[];
  /** Gets the books that are still selected, in their current version. */
  onDeleted: (remaining: VersionedRef[]) => void;
};

type Failure = Pick<Book, "id" | "title"> & { code: "NOT_FOUND" | "VERSION_CONFLICT" };

/** Deletes the selected books after a confirmation, and lists those that weren't deleted with the reason. */
export function DeleteBooks({ books, selected, onDeleted }: DeleteBooksProps) {
  const { t } = useTranslation("books");
  const { mutateAsync } = useDeleteBooks();
  const [isConfirming, setConfirming] = useState(false);
  const [failures, setFailures] = useState<Failure[]>([]);

  async function confirm() {
    try {
      const result = await mutateAsync(selected);
      const deletedCount = result.deleted.length;
      if (deletedCount > 0) toast.success(t("delete.doneMany", { count: deletedCount }));
      const conflicts = result.failures.filter((failure) => failure.code === "VERSION_CONFLICT");
      const missing = result.failures.filter((failure) => failure.code === "NOT_FOUND");
      // Only books that were loaded have a title to list them by.
      const listed = missing.flatMap(({ id }) => books.find((book) => book.id === id) ?? []);
      const unlistedCount = missing.length - listed.length;
      if (unlistedCount > 0) toast.success(t("delete.goneMany", { count: unlistedCount }));
      setFailures([
        ...listed.map((book) => ({ ...book, code: "NOT_FOUND" as const })),
        ...conflicts.map(({ code, current }) => ({ ...current, code })),
      ]);
      onDeleted(conflicts.map(({ id, current: { version } }) => ({ id, version })));
    } catch (error) {
      toast.error(t("delete.failedMany"));
      throw error;
    }
  }

  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        <TrashIcon className="size-5" />
        {t("delete.action")}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        title={t("delete.titleMany", { count: selected.length })}
        text={t("delete.textMany")}
        confirmLabel={t("delete.action")}
        variant="danger"
      />
      <Dialog
        isOpen={failures.length > 0}
        onClose={() => setFailures([])}
        title={t("delete.left")}
        footer={<Button onClick={() => setFailures([])}>{t("delete.understood")}</Button>}
      >
        <ul className="grid gap-3">
          {failures.map(({ id, title, code }) => (
            <li key={id}>
              <bdi className="font-serif font-semibold">{title}</bdi>
              <p className="text-sm text-muted-foreground">{t(`delete.reasons.${code}`)}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
