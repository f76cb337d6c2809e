import type { ReactNode, RefObject } from "react";
import { Isolated } from "#i18n/isolate.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useFocusAfterClose } from "./use-focus-after-close.ts";
import { useItemDialog } from "./use-item-dialog.ts";
import { toast } from "../toast/toast.ts";

type Removal<Item> = {
  /** The item's list, which receives the focus when the row disappears. */
  list: RefObject<HTMLElement | null>;
  remove: (item: Item) => Promise<unknown>;
  title: string;
  /** Names in it are wrapped in `isolate()`. */
  text: (item: Item) => string;
  confirmLabel: string;
  /** The toasts. */
  successText: string;
  failureText: (error: unknown) => string | Promise<string>;
};

/** Removes an item from a list after a confirmation. The dialog stays open when the row disappears. */
export function useRemoval<Item>({ list, remove, text, successText, failureText, ...texts }: Removal<Item>): {
  open: (item: Item) => void;
  dialog: ReactNode;
} {
  const { isOpen, item, open, close } = useItemDialog<Item>();
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => list.current);

  async function confirm() {
    if (item === undefined) return;
    try {
      await remove(item);
    } catch (error) {
      toast.error(await failureText(error));
      throw error;
    }
    toast.success(successText);
    moveFocusOnClose();
  }

  return {
    open,
    dialog: (
      <ConfirmDialog
        {...texts}
        isOpen={isOpen}
        onClose={close}
        onConfirm={confirm}
        text={item !== undefined && <Isolated>{text(item)}</Isolated>}
        variant="danger"
      />
    ),
  };
}
