import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
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
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
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

type DeleteRecordProps<Item> = RecordDialogProps<Item> & {
  /** Deletes the record in that version: that of `useDeleteRecord`. */
  onDelete: (record: Item) => Promise<unknown>;
  /** Offered for 8 seconds after the deletion: that of `useRestoreRecords`. */
  undo?: (ids: string[]) => Promise<unknown>;
  /** Gets other errors than that someone else changed or deleted it. */
  onFailure: (error: unknown) => unknown;
  texts: { title: ReactNode; text: string; done: string };
};

/** Deletes a record after a confirmation. */
export function DeleteRecord<Item extends VersionedRef>({
  record,
  isOpen,
  onClose,
  onDelete,
  undo,
  onDeleted,
  onFailure,
  texts,
}: DeleteRecordProps<Item>) {
  const { t } = useTranslation("resource");

  async function confirm() {
    try {
      await onDelete(record);
      if (undo) showUndoToast(texts.done, () => undo([record.id]));
      else toast.success(texts.done);
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

type DeleteRestorableProps<Item, Input> = RecordDialogProps<Item> &
  Partial<Pick<DeleteRecordProps<Item>, "onFailure" | "texts">> & {
    records: RestorableRecords<Item, Input> & { nameOf: (record: Item) => string };
  };

/** Deletes a record whose deletion can be undone. Its default texts name no kind of record. */
export function DeleteRestorable<Item extends VersionedRef, Input>({
  records,
  ...dialog
}: DeleteRestorableProps<Item, Input>) {
  const { t } = useTranslation("resource");
  return (
    <DeleteRecord
      onDelete={useDeleteRecord(records).mutateAsync}
      undo={useRestoreRecords(records).mutateAsync}
      onFailure={() => toast.error(t("delete.failed"))}
      texts={{
        title: <Isolated>{t("delete.title", { name: isolate(records.nameOf(dialog.record)) })}</Isolated>,
        text: t("delete.text"),
        done: t("delete.done"),
      }}
      {...dialog}
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
  // A version that someone else saves while the dialog is open isn't deleted.
  const { item: seen = record, isOpen, open, close } = useItemDialog<Item>();
  return (
    <>
      <Button onClick={() => open(record)}>
        <TrashIcon className="size-5" />
        {t("delete.action")}
      </Button>
      {renderDialog({ record: seen, isOpen, onClose: close })}
    </>
  );
}
