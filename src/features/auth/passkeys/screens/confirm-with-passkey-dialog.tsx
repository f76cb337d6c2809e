import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { ConfirmWithPasskey } from "./passkey-button.tsx";

type ConfirmWithPasskeyDialogProps = { isOpen: boolean; onFinish: (isConfirmed: boolean) => void };

/** "Confirm that it's you", for a user for whom a code isn't enough. */
export function ConfirmWithPasskeyDialog({ isOpen, onFinish }: ConfirmWithPasskeyDialogProps) {
  const { t } = useTranslation("authConfirmation");
  const cancel = () => onFinish(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      title={t("authConfirmation:title")}
      description={t("authConfirmation:passkeyOnly")}
      size="small"
      footer={<Button onClick={cancel}>{t("components:dialog.cancel")}</Button>}
    >
      <div className="grid gap-6">
        <ConfirmWithPasskey onConfirmed={() => onFinish(true)} />
        <p className="in-data-passkeys:hidden">{t("authConfirmation:unsupported")}</p>
      </div>
    </Dialog>
  );
}
