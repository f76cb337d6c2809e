import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { RecordAction } from "#resource/ui/record/record-actions.tsx";
import { useCan } from "#rpc/can.tsx";
import { SwitchIcon } from "#ui/icons.ts";
import { impersonateUser } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { ActionDialog } from "./action-dialog.tsx";

/** Lets administrators act as a user, unless it is an administrator: the action, and the dialog that asks first. */
export function useImpersonation() {
  const { t } = useTranslation("users");
  const [isOpen, setOpen] = useState(false);
  const canImpersonate = useCan()({ user: ["impersonate"] });

  function actionsOn({ roles }: ListedUser): RecordAction[] {
    if (!canImpersonate || roles.includes("admin")) return [];
    return [{ label: t("actions.impersonate.action"), icon: SwitchIcon, onClick: () => setOpen(true) }];
  }

  const dialogOn = (user: ListedUser) => (
    <ActionDialog
      name="impersonate"
      user={user}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onConfirm={async () => {
        await impersonateUser(user.id);
        // A new document, so that nothing of the administrator's remains in memory.
        location.assign("/");
      }}
    />
  );

  return { actionsOn, dialogOn };
}
