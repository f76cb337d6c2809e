import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx";

type LeaveQuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => Promise<void> | void };

/** Asks whether to discard unsaved changes. */
export function LeaveConfirmation({ isOpen, onStay, onLeave }: LeaveQuestionProps) {
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
