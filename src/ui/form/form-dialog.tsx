import { createContext, use, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx";
import { Dialog } from "../overlays/dialog.tsx";

type FormDialogContextValue = {
  /** For each form, whether it has unsaved changes. */
  guards: Set<() => boolean>;
  /** Set while the dialog closes after a confirmation, so that navigating away doesn't ask again. */
  isConfirmed: { current: boolean };
  requestClose: () => void;
};

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, "onClose"> & {
  onClose: () => Promise<void> | void;
};

/** The dialog around a form; `null` for a form in a page. */
export const FormDialogContext = createContext<FormDialogContextValue | null>(null);

/** A dialog for a form: however it is closed, it asks first if there are unsaved changes. */
export function FormDialog({ onClose, children, ...dialog }: FormDialogProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [guards] = useState(() => new Set<() => boolean>());
  const isConfirmed = useRef(false);

  function requestClose() {
    if ([...guards].some((isChanged) => isChanged())) setConfirming(true);
    else void onClose();
  }

  async function discard() {
    // The confirmation closes first, so that each dialog restores the focus.
    flushSync(() => setConfirming(false));
    isConfirmed.current = true;
    await onClose();
    isConfirmed.current = false;
  }

  return (
    <>
      <Dialog {...dialog} onClose={requestClose}>
        <FormDialogContext value={{ guards, isConfirmed, requestClose }}>{children}</FormDialogContext>
      </Dialog>
      {/* After the dialog, to be on top if both open in the same rendering. */}
      <LeaveConfirmation isOpen={isConfirming} onStay={() => setConfirming(false)} onLeave={discard} />
    </>
  );
}

/** A button that closes the dialog. */
export function FormDialogCancel({ children }: { children: ReactNode }) {
  const dialog = use(FormDialogContext);
  return <Button onClick={() => dialog?.requestClose()}>{children}</Button>;
}

type LeaveConfirmationProps = { isOpen: boolean; onStay: () => void; onLeave: () => Promise<void> | void };

/** Asks whether to discard unsaved changes. */
export function LeaveConfirmation({ isOpen, onStay, onLeave }: LeaveConfirmationProps) {
  const { t } = useTranslation("components");
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onStay}
      onConfirm={onLeave}
      title={t("leaveGuard.title")}
      text={t("leaveGuard.text")}
      confirmLabel={t("leaveGuard.leave")}
      variant="danger"
    />
  );
}
