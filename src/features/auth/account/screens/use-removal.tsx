import type { ReactNode, RefObject } from "react";
import { Isolated } from "#i18n/isolate.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useDialogFor } from "#ui/overlays/dialog-for.ts";
import { toast } from "#ui/toast/toast.ts";
import { useFocusAfterClosing } from "./focus-after-closing.ts";

type Removal<Thing> = {
  /** The list that the thing stands in: where the focus goes, as its row is gone. */
  list: RefObject<HTMLElement | null>;
  remove: (thing: Thing) => Promise<unknown>;
  title: string;
  /** Names in it stand between `isolate()`. */
  text: (thing: Thing) => string;
  confirmLabel: string;
  /** What is said once it is gone, and why it is not. */
  done: string;
  failure: (error: unknown) => string | Promise<string>;
};

/** Takes something away from a list after a question, which outlives its row. */
export function useRemoval<Thing>({ list, remove, text, done, failure, ...question }: Removal<Thing>): {
  ask: (thing: Thing) => void;
  dialog: ReactNode;
} {
  const { isOpen, thing, openFor, close } = useDialogFor<Thing>();
  const leadOn = useFocusAfterClosing(isOpen, list);

  async function confirm() {
    if (thing === undefined) return;
    try {
      await remove(thing);
    } catch (error) {
      toast.failure(await failure(error));
      throw error;
    }
    toast.success(done);
    leadOn();
  }

  return {
    ask: openFor,
    dialog: (
      <ConfirmDialog
        {...question}
        isOpen={isOpen}
        onClose={close}
        onConfirm={confirm}
        text={thing !== undefined && <Isolated>{text(thing)}</Isolated>}
        variant="danger"
      />
    ),
  };
}
