import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { impersonateUser, useSetBan, userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

/** The button with which an administrator acts as a user, after a confirmation. Banned users and administrators have none. */
export function ImpersonateButton({ user }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  const [isOpen, setOpen] = useState(false);
  if (user.ban || user.roles.includes("admin")) return null;

  async function confirm() {
    await impersonateUser(user.id);
    // A new document, so that nothing of the administrator's remains in memory.
    location.assign("/app");
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("actions.impersonate.action")}</Button>
      <ActionDialog
        name="impersonate"
        user={user}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      />
    </>
  );
}

const loadBanDialog = () => import("./ban-dialog.tsx");

/** The button that bans a user or lifts their ban, with its dialog. */
export function BanButton({ user }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  const dialog = useOnDemand(loadBanDialog);
  const [open, setOpen] = useState<"ban" | "unban">();
  const { mutateAsync: setBan } = useSetBan();
  const close = () => setOpen(undefined);
  return (
    <>
      {user.ban ? (
        <Button onClick={() => setOpen("unban")}>{t("actions.unban.action")}</Button>
      ) : (
        <Button {...dialog.intent} onClick={() => void dialog.use(() => setOpen("ban"))}>
          {t("ban.action")}
        </Button>
      )}
      {dialog.module && (
        <dialog.module.BanDialog
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
