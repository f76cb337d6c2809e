import type { ReactNode, RefObject } from "react";
import { Isolated } from "#i18n/isolate.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import { toast } from "#ui/toast/toast.ts";

type Removal<Item> = {
  /** The list that the item stands in: where the focus goes, as its row is gone. */
  list: RefObject<HTMLElement | null>;
  remove: (item: Item) => Promise<unknown>;
  title: string;
  /** Names in it stand between `isolate()`. */
  text: (item: Item) => string;
  confirmLabel: string;
  /** What is said once it is gone, and why it is not. */
  done: string;
  failure: (error: unknown) => string | Promise<string>;
};

/** Takes something away from a list after a question, which outlives its row. */
export function useRemoval<Item>({ list, remove, text, done, failure, ...question }: Removal<Item>): {
  ask: (item: Item) => void;
  dialog: ReactNode;
} {
  const { isOpen, item, open, close } = useItemDialog<Item>();
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => list.current);

  async function confirm() {
    if (item === undefined) return;
    try {
      await remove(item);
    } catch (error) {
      toast.error(await failure(error));
      throw error;
    }
    toast.success(done);
    moveFocusOnClose();
  }

  return {
    ask: open,
    dialog: (
      <ConfirmDialog
        {...question}
        isOpen={isOpen}
        onClose={close}
        onConfirm={confirm}
        text={item !== undefined && <Isolated>{text(item)}</Isolated>}
        variant="danger"
      />
    ),
  };
}
