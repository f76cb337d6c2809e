import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { RecordAction } from "#resource/ui/record/record-actions.tsx";
import { useCan } from "#rpc/can.tsx";
import { BlockIcon, SuccessIcon } from "#ui/icons.ts";
import { toast } from "#ui/toast/toast.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { useSetBan, userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { useImpersonation } from "./use-impersonation.tsx";

const loadBanDialog = () => import("./ban-dialog.tsx");

/** What administrators can do with a user besides editing and deleting: the actions, and the dialog that asks first. */
export function useUserActions() {
  const { t } = useTranslation("users");
  const banDialog = useOnDemand(loadBanDialog);
  const [open, setOpen] = useState<"ban" | "unban">();
  const impersonation = useImpersonation(); // optional: impersonation
  const { mutateAsync: setBan } = useSetBan();
  const canBan = useCan()({ user: ["ban"] });
  const close = () => setOpen(undefined);

  function banActionsOn(user: ListedUser): RecordAction[] {
    if (!canBan) return [];
    if (user.ban)
      return [{ label: t("actions.unban.action"), icon: SuccessIcon, onClick: () => setOpen("unban") }];
    const startBan = {
      label: t("ban.action"),
      icon: BlockIcon,
      ...banDialog.intent,
      onClick: () => void banDialog.use(() => setOpen("ban")),
    };
    return [startBan];
  }

  const actionsOn = (user: ListedUser) => [
    ...(user.ban ? [] : impersonation.actionsOn(user)), // optional: impersonation
    ...banActionsOn(user),
  ];

  const dialogOn = (user: ListedUser) => (
    <>
      {/* optional: impersonation */}
      {impersonation.dialogOn(user)}
      {/* end: impersonation */}
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
