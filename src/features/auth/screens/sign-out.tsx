import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#ui/controls/confirm-dialog.tsx";
import { SignOutIcon } from "#ui/icons.tsx";

/** "Log out", which asks first. */
export function SignOut({ className }: { className?: string }) {
  const { t } = useTranslation("auth");
  return (
    <ConfirmDialog
      triggerClassName={className}
      trigger={
        <>
          <SignOutIcon className="size-5 text-ink-soft" />
          {t("signOut.action")}
        </>
      }
      title={t("signOut.title")}
      text={t("signOut.text")}
      action="/logout"
    />
  );
}
