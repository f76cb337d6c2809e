import { useState, type ComponentType } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import {
  type BulkDeletable,
  type RestorableRecords,
  useDeleteRecords,
  useRestoreRecords,
} from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { Button } from "#ui/controls/button.tsx";
import { TrashIcon } from "#ui/icons.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { showUndoToast } from "../record/undo-toast.tsx";
import { useBulkFailures, type BulkFailure } from "./bulk-failures.tsx";
import type { RecordList } from "./use-record-list.ts";

type BulkResult<Row> = {
  count: number;
  failures: BulkFailure<Row>[];
  /** Offered beside the toast. */
  undo?: () => Promise<unknown>;
};

type BulkResultOptions<Row extends VersionedRef> = {
  list: RecordList<Row>;
  /** The name of a record, as in the list. */
  nameOf: (record: Row) => string;
  texts: {
    /** The toast after the action. */
    done: (count: number) => string;
    /** The title of the dialog with the records that were skipped, and the reason for each code. */
    skipped: string;
    reasons: Record<string, string>;
  };
};

/** Shows the result of a bulk action: a toast, and a dialog with the records that it skipped. */
export function useBulkResult<Row extends VersionedRef>({ list, nameOf, texts }: BulkResultOptions<Row>) {
  const { report, dialog } = useBulkFailures({ list, nameOf, title: texts.skipped, reasons: texts.reasons });

  function show({ count, failures, undo }: BulkResult<Row>) {
    if (count > 0 && undo) showUndoToast(texts.done(count), undo);
    else if (count > 0) toast.success(texts.done(count));
    report(failures);
    // The button disappears with the selection. The rows are those from before: the next one takes the first row's index.
    if (failures.length === 0)
      list.focusRow(list.rows.findIndex(({ id }) => list.selection.ids.includes(id)));
  }

  return { show, dialog };
}

type BulkActionProps<Row extends VersionedRef> = BulkResultOptions<Row> & {
  icon: ComponentType<{ className?: string }>;
  variant?: "danger";
  texts: {
    action: string;
    /** Of the confirmation. */
    title: string;
    text: string;
    failed: string;
  };
  /** Acts on the selected records, in the versions that the user selected. */
  onConfirm: (selected: VersionedRef[]) => Promise<BulkResult<Row>>;
};

/** A button for the selected rows that acts after a confirmation, and lists those that were skipped with the reason. */
export function BulkAction<Row extends VersionedRef>({
  list,
  nameOf,
  icon: Icon,
  variant,
  texts,
  onConfirm,
}: BulkActionProps<Row>) {
  const [isConfirming, setConfirming] = useState(false);
  const result = useBulkResult({ list, nameOf, texts });

  async function confirm() {
    try {
      result.show(await onConfirm(list.selection.refs));
    } catch (error) {
      toast.error(texts.failed);
      throw error;
    }
  }

  return (
    <>
      <Button {...(variant && { variant })} onClick={() => setConfirming(true)}>
        <Icon className="size-5" />
        {texts.action}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        title={texts.title}
        text={texts.text}
        confirmLabel={texts.action}
        {...(variant && { variant })}
      />
      {result.dialog}
    </>
  );
}

type BulkDeleteProps<Row extends VersionedRef, Input> = Pick<BulkActionProps<Row>, "list"> & {
  records: RestorableRecords<Row, Input> & BulkDeletable<Row> & { nameOf: (record: Row) => string };
};

/** Deletes the selected rows. It can be undone for 8 seconds. */
export function BulkDelete<Row extends VersionedRef, Input>({ list, records }: BulkDeleteProps<Row, Input>) {
  const { t } = useTranslation("resource");
  const { mutateAsync: deleteMany } = useDeleteRecords(records);
  const { mutateAsync: restore } = useRestoreRecords(records);
  const texts = {
    action: t("bulkDelete.action"),
    title: t("bulkDelete.title", { count: list.selection.refs.length }),
    text: t("bulkDelete.text"),
    done: (count: number) => t("bulkDelete.done", { count }),
    failed: t("bulkDelete.failed"),
    skipped: t("bulkDelete.skipped"),
    reasons: {
      NOT_FOUND: t("bulkDelete.reasons.NOT_FOUND"),
      VERSION_CONFLICT: t("bulkDelete.reasons.VERSION_CONFLICT"),
    },
  };

  async function confirm(selected: VersionedRef[]) {
    const { deleted, failures } = await deleteMany(selected);
    return { count: deleted.length, failures, undo: () => restore(deleted) };
  }

  return (
    <BulkAction
      {...{ list, texts }}
      nameOf={records.nameOf}
      icon={TrashIcon}
      variant="danger"
      onConfirm={confirm}
    />
  );
}
