import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  isDeleted,
  type RestorableRecords,
  useDeleteRecord,
  useRestoreRecords,
  versionConflictOf,
} from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { Button } from "#ui/controls/button.tsx";
import { TrashIcon } from "#ui/icons.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { showUndoToast } from "./undo-toast.tsx";

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
  records: RestorableRecords<Item, Input>;
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

type DeleteButtonProps<Item> = {
  record: Item;
  renderDialog: (props: Omit<RecordDialogProps<Item>, "onDeleted">) => ReactNode;
};

/** A button that opens the dialog which deletes a record. */
export function DeleteButton<Item>({ record, renderDialog }: DeleteButtonProps<Item>) {
  const { t } = useTranslation("resource");
  const [isOpen, setOpen] = useState(false);
  // A version that someone else saves while the dialog is open isn't deleted.
  const [seen, setSeen] = useState(record);
  const open = () => {
    setSeen(record);
    setOpen(true);
  };
  return (
    <>
      <Button onClick={open}>
        <TrashIcon className="size-5" />
        {t("delete.action")}
      </Button>
      {renderDialog({ record: seen, isOpen, onClose: () => setOpen(false) })}
    </>
  );
}
