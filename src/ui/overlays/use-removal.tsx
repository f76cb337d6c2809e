import type { ReactNode, RefObject } from "react";
import { Isolated } from "#i18n/isolate.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useFocusAfterClose } from "./use-focus-after-close.ts";
import { useItemDialog } from "./use-item-dialog.ts";
import { toast } from "../toast/toast.ts";

type Removal<Item, Result> = {
  /** The item's list, which receives the focus when the row disappears. */
  list: RefObject<HTMLElement | null>;
  /** @param isOptionOn whether `option` is checked */
  remove: (item: Item, isOptionOn: boolean) => Promise<Result>;
  title: string;
  /** The label of a checkbox, which is checked at first. */
  option?: string | undefined;
  /** Names in it are wrapped in `isolate()`. */
  text: (item: Item) => string;
  confirmLabel: string;
  /** The toasts. */
  successText: string | ((result: Result) => string);
  failureText: (error: unknown) => string | Promise<string>;
};

/** Removes an item from a list after a confirmation. The dialog stays open when the row disappears. */
export function useRemoval<Item, Result = unknown>({
  list,
  remove,
  text,
  successText,
  failureText,
  ...texts
}: Removal<Item, Result>): { open: (item: Item) => void; dialog: ReactNode } {
  const { isOpen, item, open, close } = useItemDialog<Item>();
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => list.current);

  async function confirm(isOptionOn: boolean) {
    if (item === undefined) return;
    try {
      const result = await remove(item, isOptionOn);
      toast.success(typeof successText === "string" ? successText : successText(result));
    } catch (error) {
      toast.error(await failureText(error));
      throw error;
    }
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
