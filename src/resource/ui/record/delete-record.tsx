import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isDeleted, type Records, useDeleteRecord, versionConflictOf } from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";

/** A dialog about a record. */
export type RecordDialogProps<Item> = {
  /** In the version that the user saw when the dialog opened. */
  record: Item;
  isOpen: boolean;
  onClose: () => void;
  /** To be called when the record has been deleted. The dialog closes when it resolves. */
  onDeleted: () => Promise<void> | void;
};

type DeleteRecordProps<Item, Input> = RecordDialogProps<Item> & {
  records: Records<Item, Input>;
  /** Gets other errors than that someone else changed or deleted it. */
  onFailure: (error: unknown) => unknown;
  texts: { title: ReactNode; text: string; done: string };
};

/** Deletes a record for good after a confirmation, which says so. */
export function DeleteRecord<Item extends VersionedRef, Input>({
  records,
  record,
  isOpen,
  onClose,
  onDeleted,
  onFailure,
  texts,
}: DeleteRecordProps<Item, Input>) {
  const { t } = useTranslation("resource");
  const { mutateAsync: deleteRecord } = useDeleteRecord(records);

  async function confirm() {
    try {
      await deleteRecord(record);
      toast.success(texts.done);
    } catch (error) {
      if (versionConflictOf(error)) {
        // The screen shows the new version, which the user hasn't confirmed.
        toast.error(t("delete.changed"));
        return;
      }
      if (!isDeleted(error)) {
        await onFailure(error);
        throw error;
      }
      // A record that someone else has deleted counts as deleted.
      toast.success(texts.done);
    }
    await onDeleted();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title={texts.title}
      text={texts.text}
      confirmLabel={t("delete.action")}
      variant="danger"
    />
  );
}
