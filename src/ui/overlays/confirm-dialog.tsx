import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /**
   * The dialog closes when it resolves. If it rejects, the dialog stays open; the caller shows the error.
   * @param isOptionOn whether `option` is checked
   */
  onConfirm: (isOptionOn: boolean) => Promise<unknown> | void;
  /** "Are you sure?" by default. */
  title?: ReactNode;
  text?: ReactNode;
  /** The label of a checkbox, which is checked at first. */
  option?: string | undefined;
  /** "Confirm" by default. */
  confirmLabel?: string;
  /** `danger` for actions that can't be undone. */
  variant?: "primary" | "danger";
};

/** Asks for confirmation (specification, "Confirm drawer"). */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  text,
  option,
  confirmLabel,
  variant = "primary",
}: ConfirmDialogProps) {
  const { t } = useTranslation("components");
  const [isBusy, setBusy] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm(checkbox.current?.checked ?? false);
      onClose();
    } catch {
      // The caller has shown the error.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !isBusy && onClose()}
      title={title ?? t("dialog.areYouSure")}
      description={text}
      size="small"
      hasCloseButton={false}
      footer={
        <>
          {/* The first focus is never on a destructive button. */}
          <Button autoFocus disabled={isBusy} onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button variant={variant} isBusy={isBusy} onClick={() => void confirm()}>
            {confirmLabel ?? t("dialog.confirm")}
          </Button>
        </>
      }
    >
      {option && <Checkbox ref={checkbox} label={option} defaultChecked disabled={isBusy} />}
    </Dialog>
  );
}
