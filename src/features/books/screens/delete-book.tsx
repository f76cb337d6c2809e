import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { refusalIn } from "#rpc/refusal.ts";
import { Button } from "#ui/controls/button.tsx";
import { TrashIcon } from "#ui/icons.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useDeleteBook } from "../queries.ts";
import type { Book } from "../schema.ts";
import { useListBefore } from "./list-before.ts";

/** Deletes a book after a question, and leads back to the list with the search it had. */
export function DeleteBook({ book: { id, title, version } }: { book: Book }) {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const list = useListBefore();
  const { mutateAsync } = useDeleteBook();
  const [isAsking, setAsking] = useState(false);

  async function confirm() {
    try {
      await mutateAsync({ id, version });
    } catch (error) {
      const code = refusalIn(error)?.code;
      if (code === "CHANGED") {
        // The page shows it as it is now: the question is another one.
        toast.failure(t("delete.changed"));
        return;
      }
      // Where somebody else deleted it, it is as was wanted.
      if (code !== "NOT_FOUND") {
        toast.failure(t("delete.failed"));
        throw error;
      }
    }
    toast.success(t("delete.done"));
    await navigate({ to: "/manager/books", search: list });
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <TrashIcon className="size-5" />
        {t("delete.action")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={<Isolated>{t("delete.title", { title: isolate(title) })}</Isolated>}
        text={t("delete.text")}
        confirmLabel={t("delete.action")}
        look="danger"
      />
    </>
  );
}
