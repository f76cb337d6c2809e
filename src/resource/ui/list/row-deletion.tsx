import { useState, type ReactNode, type RefObject } from "react";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import type { RecordDialogProps } from "../record/delete-record.tsx";

/**
 * Opens a dialog that deletes the record of a row, and focuses the next row when it has been deleted.
 * @param rowsRef the element whose children are the rows
 */
export function useRowDeletion<Row>(
  rows: readonly Row[],
  rowsRef: RefObject<HTMLElement | null>,
  renderDialog: ((props: RecordDialogProps<Row>) => ReactNode) | undefined,
) {
  const [target, setTarget] = useState<{ index: number; record: Row; isOpen: boolean }>();
  const moveFocusOnClose = useFocusAfterClose(target?.isOpen ?? false, () => {
    const next = rowsRef.current?.children[target?.index ?? 0] ?? rowsRef.current?.lastElementChild;
    return next?.querySelector<HTMLElement>("a");
  });

  return {
    /** @param index the row's */
    deleteRow(index: number) {
      const record = rows[index];
      if (record) setTarget({ index, record, isOpen: true });
    },
    dialog:
      target &&
      renderDialog?.({
        record: target.record,
        isOpen: target.isOpen,
        onClose: () => setTarget({ ...target, isOpen: false }),
        onDeleted: moveFocusOnClose,
      }),
  };
}
