import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

type ActionDialogProps = {
  /** What is done: the name of its texts. */
  name:
    | "impersonate" // optional: impersonation
    | "unban";
  user: ListedUser;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

/** Asks for a confirmation, and says why the action failed. */
export function ActionDialog({ name, user, onConfirm, ...dialog }: ActionDialogProps) {
  const { t } = useTranslation("users");
  const showFailure = useFailureToast();

  async function confirm() {
    try {
      await onConfirm();
    } catch (error) {
      await showFailure(error, t(`actions.${name}.failed`));
      throw error;
    }
  }

  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={confirm}
      title={<Isolated>{t(`actions.${name}.title`, { user: isolate(userRecords.nameOf(user)) })}</Isolated>}
      text={t(`actions.${name}.text`)}
      confirmLabel={t(`actions.${name}.action`)}
    />
  );
}
