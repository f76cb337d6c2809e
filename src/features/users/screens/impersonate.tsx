import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { impersonateUser } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

/** The button with which an administrator acts as a user, after a confirmation. Banned users and administrators have none. */
export function ImpersonateButton({ user: { id, name, email, roles, ban } }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  const [isOpen, setOpen] = useState(false);
  const showFailure = useFailureToast();
  if (ban || roles.includes("admin")) return null;

  async function confirm() {
    try {
      await impersonateUser(id);
    } catch (error) {
      await showFailure(error, t("impersonate.failed"));
      throw error;
    }
    // A new document, so that nothing of the administrator's remains in memory.
    location.assign("/app");
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("impersonate.action")}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
        title={<Isolated>{t("impersonate.title", { user: isolate(name ?? email) })}</Isolated>}
        text={t("impersonate.text")}
        confirmLabel={t("impersonate.action")}
      />
    </>
  );
}
