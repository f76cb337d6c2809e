import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { RecordAction } from "#resource/ui/record/record-actions.tsx";
import { BlockIcon, SuccessIcon, SwitchIcon } from "#ui/icons.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { impersonateUser, useSetBan, userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

const loadBanDialog = () => import("./ban-dialog.tsx");

/** What administrators can do with a user besides editing and deleting: the actions, and the dialog that asks first. */
export function useUserActions() {
  const { t } = useTranslation("users");
  const banDialog = useOnDemand(loadBanDialog);
  const [open, setOpen] = useState<"impersonate" | "ban" | "unban">();
  const { mutateAsync: setBan } = useSetBan();
  const close = () => setOpen(undefined);

  /** Banned users and administrators can't be impersonated. */
  function actionsOn({ ban, roles }: ListedUser): RecordAction[] {
    if (ban)
      return [{ label: t("actions.unban.action"), icon: SuccessIcon, onClick: () => setOpen("unban") }];
    const impersonate = {
      label: t("actions.impersonate.action"),
      icon: SwitchIcon,
      onClick: () => setOpen("impersonate"),
    };
    const startBan = {
      label: t("ban.action"),
      icon: BlockIcon,
      ...banDialog.intent,
      onClick: () => void banDialog.use(() => setOpen("ban")),
    };
    return roles.includes("admin") ? [startBan] : [impersonate, startBan];
  }

  const dialogOn = (user: ListedUser) => (
    <>
      <ActionDialog
        name="impersonate"
        user={user}
        isOpen={open === "impersonate"}
        onClose={close}
        onConfirm={async () => {
          await impersonateUser(user.id);
          // A new document, so that nothing of the administrator's remains in memory.
          location.assign("/app");
        }}
      />
      {banDialog.module && (
        <banDialog.module.BanDialog
          isOpen={open === "ban"}
          onClose={close}
          title={<Isolated>{t("ban.title", { user: isolate(userRecords.nameOf(user)) })}</Isolated>}
          onBan={async (ban) => {
            await setBan({ id: user.id, ban });
            toast.success(t("ban.done"));
          }}
          failed={t("ban.failed")}
        />
      )}
      <ActionDialog
        name="unban"
        user={user}
        isOpen={open === "unban"}
        onClose={close}
        onConfirm={async () => {
          await setBan({ id: user.id, ban: null });
          toast.success(t("actions.unban.done"));
        }}
      />
    </>
  );

  return { actionsOn, dialogOn };
}

type ActionDialogProps = {
  name: "impersonate" | "unban";
  user: ListedUser;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

/** Asks for a confirmation, and says why the action failed. */
function ActionDialog({ name, user, onConfirm, ...dialog }: ActionDialogProps) {
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
