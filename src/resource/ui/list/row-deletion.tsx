import type { ReactNode } from "react";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import type { RecordDialogProps } from "../record/delete-record.tsx";
import { focusTarget, type FocusTargets } from "./use-list-focus.ts";

/** Opens a dialog that deletes the record of a row, and focuses the next row when it has been deleted. */
export function useRowDeletion<Row extends VersionedRef>(
  list: FocusTargets & { rows: readonly Row[] },
  renderDialog: (props: RecordDialogProps<Row>) => ReactNode,
) {
  const { item: target, isOpen, open, close } = useItemDialog<{ index: number; record: Row }>();
  const isShown = target && list.rows.some(({ id }) => id === target.record.id);
  const moveFocusOnClose = useFocusAfterClose(isOpen || isShown || false, () =>
    focusTarget(target?.index ?? 0, list),
  );

  return {
    /** @param index the row's */
    deleteRow(index: number) {
      const record = list.rows[index];
      if (record) open({ index, record });
    },
    dialog:
      target &&
      renderDialog({
        record: target.record,
        isOpen,
        onClose: close,
        onDeleted: moveFocusOnClose,
      }),
  };
}
