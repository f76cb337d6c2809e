import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../controls/button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /**
   * What is asked about. The dialog is busy until it is done, and then closes; where it fails it stays, so that one
   * can try again. What went wrong is said by what failed, such as a mutation's `onError`.
   */
  onConfirm: () => Promise<unknown> | void;
  /** "Are you sure?" unless told. */
  title?: ReactNode;
  text?: ReactNode;
  /** "Confirm" unless told. */
  confirmLabel?: string;
  /** `danger` for what can't be undone. */
  variant?: "primary" | "danger";
};

/** Asks before something is done (specification, "Confirm drawer"). */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  text,
  confirmLabel,
  variant = "primary",
}: ConfirmDialogProps) {
  const { t } = useTranslation("components");
  const [isBusy, setBusy] = useState(false);
  const confirmed = useRef(false);

  async function confirm() {
    if (confirmed.current) return;
    confirmed.current = true;
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // It was said by what failed.
    } finally {
      confirmed.current = false;
      setBusy(false);
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !confirmed.current && onClose()}
      title={title ?? t("dialog.areYouSure")}
      description={text}
      size="small"
      hasCloseButton={false}
      footer={
        <>
          {/* The first focus never stands on what ends something. */}
          <Button autoFocus disabled={isBusy} onClick={onClose}>
            {t("dialog.cancel")}
          </Button>
          <Button variant={variant} isBusy={isBusy} onClick={() => void confirm()}>
            {confirmLabel ?? t("dialog.confirm")}
          </Button>
        </>
      }
    />
  );
}
