import { useLayoutEffect, useReducer, useState, type ReactNode } from "react";
import { DialogFooter, DialogFrame, type DialogOptions } from "./dialog-frame.tsx";
import { OverlayContainer } from "./overlay-container.tsx";

type DialogProps = DialogOptions & {
  isOpen: boolean;
  /** Someone wants it closed. It closes when `isOpen` says so: whoever has to keep it may leave it open. */
  onClose: () => void;
  /** Buttons at its lower end. A form inside brings its own, in a DialogFooter. */
  footer?: ReactNode;
  hasCloseButton?: boolean;
  /** Made when it opens and gone when it has closed, so that it begins anew each time. */
  children?: ReactNode;
};

/**
 * A modal dialog: a drawer at the bottom of screens up to 640 px, in the middle of wider ones (specification,
 * "Dialogs"). The first focus stands on what has `autoFocus`, or on the first field; afterwards it is where it was.
 */
export function Dialog({ isOpen, onClose, footer, children, ...look }: DialogProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const { hasContent, showAgain } = useModal(dialog, isOpen);

  return (
    <DialogFrame
      dialog={dialog}
      ref={setDialog}
      onCloseRequest={onClose}
      onCancel={(event) => {
        // A field of files in the dialog has such an event as well; what can't be cancelled is asked by onClose below.
        if (event.target !== dialog || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Asked again and again, browsers close it without leave.
        if (event.target !== dialog || !isOpen || dialog.open) return;
        onClose();
        showAgain();
      }}
      {...look}
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

/** Shows and closes a dialog as `isOpen` says. Its content comes once it is open, so that `autoFocus` finds it so. */
function useModal(dialog: HTMLDialogElement | null, isOpen: boolean) {
  const [hasContent, setHasContent] = useState(false);
  const [times, showAgain] = useReducer((count: number) => count + 1, 0);

  useLayoutEffect(() => {
    if (!dialog) return;
    if (isOpen) {
      if (!dialog.open) dialog.showModal();
      setHasContent(true);
      return;
    }
    dialog.close();
    let isClosed = true;
    void movementEnds(dialog).then(() => isClosed && setHasContent(false));
    return () => {
      isClosed = false;
    };
  }, [dialog, isOpen, times]);

  useLayoutEffect(() => {
    if (dialog && isOpen && hasContent) focusWithin(dialog);
  }, [dialog, isOpen, hasContent]);

  // A screen that is left gives the focus back as well.
  useLayoutEffect(() => () => dialog?.close(), [dialog]);

  return { hasContent, showAgain };
}

async function movementEnds(dialog: HTMLDialogElement) {
  await Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished));
}

/** Focuses the first field, unless something in the content asked for the focus. */
function focusWithin(dialog: HTMLDialogElement) {
  const content = dialog.querySelector(".dialog-body");
  if (content?.contains(document.activeElement)) return;
  const field = content?.querySelector<HTMLElement>(
    ":is(input:not([type=hidden]), select, textarea):enabled",
  );
  (field ?? dialog).focus();
}
