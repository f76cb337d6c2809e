import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SignOutIcon } from "#ui/icons.ts";
import { ConfirmForm } from "#ui/overlays/confirm-form.tsx";
import { MenuItem } from "#ui/overlays/menu-item.tsx";

/** "Log out", with a confirmation. */
export function SignOut({ className }: { className?: string }) {
  const { t } = useTranslation("auth");
  const id = useId();
  return (
    <>
      <button type="button" command="show-modal" commandfor={id} className={className}>
        <SignOutIcon className="size-5 text-muted-foreground" />
        {t("signOut.action")}
      </button>
      <SignOutDialog id={id} />
    </>
  );
}

const menuDialogId = "sign-out";

/** "Log out" in a menu. Its confirmation is `SignOutConfirmation`. */
export function SignOutItem() {
  const { t } = useTranslation("auth");
  return (
    <MenuItem command="show-modal" commandfor={menuDialogId} icon={<SignOutIcon />}>
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
