import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SignOutIcon } from "#ui/icons.ts";
import { SidebarTooltip } from "#ui/layout/sidebar.tsx";
import { ConfirmForm, useConfirmFormCommand } from "#ui/overlays/confirm-form.tsx";
import { MenuItem } from "#ui/overlays/menu-item.tsx";

/** "Log out", with a confirmation. In a collapsed sidebar it is an icon. */
export function SignOut({ className }: { className?: string }) {
  const { t } = useTranslation("auth");
  const id = useId();
  const command = useConfirmFormCommand(id);
  return (
    <>
      <SidebarTooltip text={t("signOut.action")}>
        <button type="button" className={className} {...command}>
          <SignOutIcon className="size-5 shrink-0 text-muted-foreground" />
          <span className="sidebar-text">{t("signOut.action")}</span>
        </button>
      </SidebarTooltip>
      <SignOutDialog id={id} />
    </>
  );
}

const menuDialogId = "sign-out";

/** "Log out" in a menu. Its confirmation is `SignOutConfirmation`. */
export function SignOutItem() {
  const { t } = useTranslation("auth");
  return (
    <MenuItem icon={<SignOutIcon />} {...useConfirmFormCommand(menuDialogId)}>
      {t("signOut.action")}
    </MenuItem>
  );
}

/** The confirmation of `SignOutItem`, outside of the menu, which is closed by then. */
export function SignOutConfirmation() {
  return <SignOutDialog id={menuDialogId} />;
}

function SignOutDialog({ id }: { id: string }) {
  const { t } = useTranslation("auth");
  return <ConfirmForm id={id} title={t("signOut.title")} text={t("signOut.text")} action="/logout" />;
}
