import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx";

type LeaveQuestionProps = { isOpen: boolean; onStay: () => void; onLeave: () => Promise<void> | void };

/** Asks whether what was changed and not saved is given up. */
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
