import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SignOutIcon } from "#ui/icons.tsx";
import { ConfirmForm } from "#ui/overlays/confirm-form.tsx";

/** "Log out", which asks first. */
export function SignOut({ className }: { className?: string }) {
  const { t } = useTranslation("auth");
  const id = useId();
  return (
    <>
      <button type="button" command="show-modal" commandfor={id} className={className}>
        <SignOutIcon className="size-5 text-ink-soft" />
        {t("signOut.action")}
      </button>
      <ConfirmForm id={id} title={t("signOut.title")} text={t("signOut.text")} action="/logout" />
    </>
  );
}
