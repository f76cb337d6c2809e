import { useState, type ComponentType } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import {
  type BulkDeletable,
  type Restorable,
  useDeleteRecords,
  useRestoreRecords,
} from "#resource/queries.ts";
import type { BulkDeletion } from "#resource/schema.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { Button } from "#ui/controls/button.tsx";
import { TrashIcon } from "#ui/icons.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { showUndoToast } from "../record/undo-toast.tsx";
import { useList } from "./record-list.tsx";
import { useSelectedRows } from "./selected-rows.ts";

type BulkResult<Row> = {
  count: number;
  /** The records that were skipped, in their current version if someone else has changed them. */
  failures: { id: string; code: string; current?: Row }[];
  /** Offered beside the toast. */
  undo?: () => Promise<unknown>;
};

type BulkResultOptions<Row extends VersionedRef> = {
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

/**
 * Shows the result of a bulk action: a toast, and a dialog with the records that it skipped. These stay selected, in
 * their current version.
 */
export function useBulkResult<Row extends VersionedRef>({ nameOf, texts }: BulkResultOptions<Row>) {
  const { t } = useTranslation("resource");
  const { rows, focusRow } = useList<Row>();
  const selection = useSelectedRows();
  const [skipped, setSkipped] = useState<{ id: string; name: string; code: string }[]>([]);
  const close = () => setSkipped([]);

  function show({ count, failures, undo }: BulkResult<Row>) {
    if (count > 0 && undo) showUndoToast(texts.done(count), undo);
    else if (count > 0) toast.success(texts.done(count));
    const named = failures.map(({ id, code, current }) => {
      const record = current ?? rows.find((row) => row.id === id);
      return { id, code, name: record ? nameOf(record) : "" };
    });
    // Without a name, a deleted record can only be counted.
    const gone = named.filter(({ code, name }) => code === "NOT_FOUND" && !name);
    if (gone.length > 0) toast.success(t("bulk.gone", { count: gone.length }));
    setSkipped(named.filter((it) => !gone.includes(it)));
    const kept = failures.filter(({ code }) => code !== "NOT_FOUND");
    selection.setRefs(
      kept.flatMap(({ id, current }) => current ?? selection.refs.find((ref) => ref.id === id) ?? []),
    );
    // The button disappears with the selection. The rows are those from before: the next one takes the first row's index.
    if (failures.length === 0) focusRow(rows.findIndex(({ id }) => selection.ids.includes(id)));
  }

  const dialog = (
    <Dialog
      isOpen={skipped.length > 0}
      onClose={close}
      title={texts.skipped}
      footer={<Button onClick={close}>{t("bulk.close")}</Button>}
    >
      <ul className="grid gap-3">
        {skipped.map(({ id, name, code }) => (
          <li key={id}>
            <bdi className="font-serif font-semibold">{name}</bdi>
            <p className="text-sm text-muted-foreground">{texts.reasons[code]}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
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
    /** The label of a checkbox in it, which is checked at first. */
    option?: string | undefined;
    failed: string;
  };
  /** Acts on the selected records, in the versions that the user selected. @param isOptionOn whether `option` is checked */
  onConfirm: (selected: VersionedRef[], isOptionOn: boolean) => Promise<BulkResult<Row>>;
};

/** A button for the selected rows that acts after a confirmation, and lists those that were skipped with the reason. */
export function BulkAction<Row extends VersionedRef>(props: BulkActionProps<Row>) {
  const { icon: Icon, variant, texts, onConfirm } = props;
  const [isConfirming, setConfirming] = useState(false);
  const selection = useSelectedRows();
  const result = useBulkResult(props);

  async function confirm(isOptionOn: boolean) {
    try {
      result.show(await onConfirm(selection.refs, isOptionOn));
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
        option={texts.option}
        confirmLabel={texts.action}
        {...(variant && { variant })}
      />
      {result.dialog}
    </>
  );
}

type BulkDeleteProps<Row extends VersionedRef> = {
  records: BulkDeletable<BulkDeletion<Row>> & Restorable & { nameOf: (record: Row) => string };
};

/** Deletes the selected rows. It can be undone for 8 seconds. */
export function BulkDelete<Row extends VersionedRef>({ records }: BulkDeleteProps<Row>) {
  const { t } = useTranslation("resource");
  const { mutateAsync: deleteMany } = useDeleteRecords(records);
  const { mutateAsync: restore } = useRestoreRecords(records);
  const texts = {
    action: t("bulkDelete.action"),
    title: t("bulkDelete.title", { count: useSelectedRows().refs.length }),
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
    <BulkAction nameOf={records.nameOf} icon={TrashIcon} variant="danger" texts={texts} onConfirm={confirm} />
  );
}
