import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SignOutIcon } from "#ui/icons.tsx";
import { ConfirmForm } from "#ui/overlays/confirm-form.tsx";
import { MenuItem } from "#ui/overlays/menu-item.tsx";

/** "Log out", which asks first. */
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

const dialogOfMenu = "sign-out";

/** "Log out" in a menu. Its question stands elsewhere in the page: SignOutQuestion. */
export function SignOutItem() {
  const { t } = useTranslation("auth");
  return (
    <MenuItem command="show-modal" commandfor={dialogOfMenu} icon={<SignOutIcon />}>
      {t("signOut.action")}
    </MenuItem>
  );
}

/** What SignOutItem asks: outside of the menu, which is gone by then. */
export function SignOutQuestion() {
  return <SignOutDialog id={dialogOfMenu} />;
}

function SignOutDialog({ id }: { id: string }) {
  const { t } = useTranslation("auth");
  return <ConfirmForm id={id} title={t("signOut.title")} text={t("signOut.text")} action="/logout" />;
}
