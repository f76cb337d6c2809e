import { useLayoutEffect, useReducer, useState, type ReactNode } from "react";
import { DialogFooter, DialogFrame, type DialogOptions } from "./dialog-frame.tsx";
import { showModal } from "./open-dialogs.ts";
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
  const [hasContent, setHasContent] = useState(false);
  const [reopenCount, reopen] = useReducer((count: number) => count + 1, 0);

  // Closing also restores the focus when the screen is left.
  useLayoutEffect(() => {
    if (!dialog || !isOpen) return;
    showModal(dialog);
    setHasContent(true);
    return () => dialog.close();
  }, [dialog, isOpen, reopenCount]);

  // The content is mounted in the open dialog, because `autoFocus` needs that, until the dialog has disappeared.
  useLayoutEffect(() => {
    if (!dialog || !hasContent) return;
    if (isOpen) return focusWithin(dialog);
    let isCurrent = true;
    void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(
      () => isCurrent && setHasContent(false),
    );
    return () => {
      isCurrent = false;
    };
  }, [dialog, isOpen, hasContent]);

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

/** Focuses the first field, unless an element with `autoFocus` has the focus. */
function focusWithin(dialog: HTMLDialogElement) {
  const content = dialog.querySelector(".dialog-body");
  if (content?.contains(document.activeElement)) return;
  const field = content?.querySelector<HTMLElement>(
    ":is(input:not([type=hidden]), select, textarea):enabled",
  );
  (field ?? dialog).focus();
}
