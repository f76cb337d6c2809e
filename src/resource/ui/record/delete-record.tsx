import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  isDeleted,
  type RestorableRecords,
  useDeleteRecord,
  useRestoreRecords,
  versionConflictOf,
} from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { showUndoToast } from "./undo-toast.tsx";

type DeleteRecordProps<Item, Input> = {
  records: RestorableRecords<Item, Input>;
  /** In the version that the user saw when the dialog opened; a later one isn't deleted. */
  record: VersionedRef;
  isOpen: boolean;
  onClose: () => void;
  /** The dialog closes when this resolves. */
  onDeleted: () => Promise<void> | void;
  /** Gets other errors than that someone else changed or deleted it. */
  onFailure: (error: unknown) => void;
  texts: { title: ReactNode; text: string; done: string };
};

/** Deletes a record after a confirmation. It can be undone for 8 seconds. */
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
  const { mutateAsync: remove } = useDeleteRecord(records);
  const { mutateAsync: restore } = useRestoreRecords(records);

  async function confirm() {
    try {
      await remove(record);
      showUndoToast(texts.done, () => restore([record.id]));
    } catch (error) {
      if (versionConflictOf(error)) {
        // The screen shows the new version, which the user hasn't confirmed.
        toast.error(t("delete.changed"));
        return;
      }
      if (!isDeleted(error)) {
        onFailure(error);
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
