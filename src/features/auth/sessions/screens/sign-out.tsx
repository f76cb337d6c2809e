import { useTranslation } from "#i18n/use-translation.tsx";
import { SignOutIcon } from "#ui/icons.ts";
import { SidebarTooltip } from "#ui/layout/sidebar.tsx";
import { ConfirmForm, openConfirmForm, useConfirmFormTrigger } from "#ui/overlays/confirm-form.tsx";
import { MenuItem } from "#ui/overlays/menu-item.tsx";
import type { Command } from "#ui/palette/palette.ts";

const confirmationId = "sign-out";

/** "Log out" in a sidebar. In a collapsed sidebar it is an icon. */
export function SignOut({ className }: { className?: string }) {
  const { t } = useTranslation("auth");
  return (
    <SidebarTooltip text={t("signOut.action")}>
      <button type="button" className={className} {...useConfirmFormTrigger(confirmationId)}>
        <SignOutIcon className="size-5 shrink-0 text-muted-foreground" />
        <span className="sidebar-text">{t("signOut.action")}</span>
      </button>
    </SidebarTooltip>
  );
}

/** "Log out" in a menu. */
export function SignOutItem() {
  const { t } = useTranslation("auth");
  return (
    <MenuItem icon={<SignOutIcon />} {...useConfirmFormTrigger(confirmationId)}>
      {t("signOut.action")}
    </MenuItem>
  );
}

// optional: palette
/** "Log out" in the command palette. */
export function useSignOutCommand(): Command {
  const { t } = useTranslation("auth");
  return {
    id: confirmationId,
    label: t("signOut.action"),
    icon: SignOutIcon,
    run: () => openConfirmForm(confirmationId),
  };
}
// end: palette

/** The confirmation that every "Log out" of an area opens. */
export function SignOutConfirmation() {
  const { t } = useTranslation("auth");
  return (
    <ConfirmForm
      id={confirmationId}
      title={t("signOut.title")}
      text={t("signOut.text")}
      action="/logout"
      failed={t("common:failures.signOut")}
    />
  );
}
