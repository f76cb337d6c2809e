import { useLayoutEffect, useReducer, useRef, useState, type ReactNode } from "react";
import { DialogFooter, DialogFrame, type DialogOptions } from "./dialog-frame.tsx";
import { addOpenDialog, removeOpenDialog, reserveScrollbarGutter } from "./open-dialogs.ts";
import { OverlayContainer } from "./overlay-container.tsx";

type DialogProps = DialogOptions & {
  isOpen: boolean;
  /** The user wants to close the dialog. It closes when `isOpen` becomes false. */
  onClose: () => void;
  /** Buttons. A form in the dialog has its own DialogFooter instead. */
  footer?: ReactNode;
  hasCloseButton?: boolean;
  /** Mounted when the dialog opens, unmounted when it has closed. */
  children?: ReactNode;
};

/**
 * A modal dialog: a drawer on screens up to 640 px, centered on wider ones (specification, "Dialogs"). The first focus is
 * on the element with `autoFocus` or on the first field.
 */
export function Dialog({ isOpen, onClose, footer, children, ...options }: DialogProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const { hasContent, reopen } = useModal(dialog, isOpen);

  return (
    <DialogFrame
      dialog={dialog}
      ref={setDialog}
      onCloseRequest={onClose}
      onCancel={(event) => {
        // File inputs fire `cancel`, too. A cancel event that can't be prevented is handled by onClose below.
        if (event.target !== dialog || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers force a dialog to close when the user presses Escape repeatedly.
        if (event.target !== dialog || !isOpen || dialog.open) return;
        onClose();
        reopen();
      }}
      {...options}
    >
      {hasContent && (
        <OverlayContainer value={dialog}>
          {children}
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </OverlayContainer>
      )}
    </DialogFrame>
  );
}

/** Opens and closes a dialog. The content is mounted in the open dialog, because `autoFocus` needs that. */
function useModal(dialog: HTMLDialogElement | null, isOpen: boolean) {
  const [hasContent, setHasContent] = useState(false);
  const [reopenCount, reopen] = useReducer((count: number) => count + 1, 0);
  const wasOpened = useRef(false);

  useLayoutEffect(() => {
    if (!dialog) return;
    if (isOpen) {
      wasOpened.current = true;
      if (!dialog.open) {
        // Older browsers have no toggle events of dialogs.
        reserveScrollbarGutter();
        dialog.showModal();
        addOpenDialog(dialog);
      }
      setHasContent(true);
      return;
    }
    // Most dialogs are never opened, and `getAnimations` makes the browser calculate styles.
    if (!wasOpened.current) return;
    dialog.close();
    removeOpenDialog(dialog);
    let isReopened = false;
    void animationsEnd(dialog).then(() => isReopened || setHasContent(false));
    return () => {
      isReopened = true;
    };
  }, [dialog, isOpen, reopenCount]);

  useLayoutEffect(() => {
    if (dialog && isOpen && hasContent) focusWithin(dialog);
  }, [dialog, isOpen, hasContent]);

  // Closing also restores the focus when the screen is left.
  useLayoutEffect(() => () => dialog?.close(), [dialog]);

  return { hasContent, reopen };
}

async function animationsEnd(dialog: HTMLDialogElement) {
  await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
}

/** Focuses the first field, unless an element with `autoFocus` has the focus. */
function focusWithin(dialog: HTMLDialogElement) {
  const content = dialog.querySelector(".dialog-body");
  if (content?.contains(document.activeElement)) return;
  const field = content?.querySelector<HTMLElement>(
    ":is(input:not([type=hidden]), select, textarea):enabled",
  );
  (field ?? dialog).focus();
}
