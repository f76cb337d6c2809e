import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { apiErrorOf } from "#lib/api-error.ts";
import { useDeleteRecord } from "#resource/queries.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

type DeleteUserProps = {
  user: ListedUser;
  isOpen: boolean;
  onClose: () => void;
  /** The dialog closes when this resolves. */
  onDeleted: () => Promise<void> | void;
};

/** Deletes a user after a confirmation (specification, "Manager user detail"). */
export function DeleteUser({ user, isOpen, onClose, onDeleted }: DeleteUserProps) {
  const { t } = useTranslation("users");
  const { mutateAsync } = useDeleteRecord(userRecords);
  const showFailure = useFailureToast();

  async function confirm() {
    try {
      await mutateAsync({ id: user.id, version: user.version });
    } catch (error) {
      const code = apiErrorOf(error)?.code;
      if (code === "VERSION_CONFLICT") {
        // The screen shows the new version, which the reader hasn't confirmed.
        toast.error(t("delete.changed"));
        return;
      }
      // A user whom someone else has deleted counts as deleted.
      if (code !== "NOT_FOUND") {
        await showFailure(error, t("delete.failed"));
        throw error;
      }
    }
    toast.success(t("delete.done"));
    await onDeleted();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title={<Isolated>{t("delete.title", { user: isolate(user.name ?? user.email) })}</Isolated>}
      text={t("delete.text")}
      confirmLabel={t("delete.action")}
      variant="danger"
    />
  );
}
