import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { ConfirmationMethod } from "#rpc/context.ts";
import { Button } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { CodeForm } from "../../codes/screens/code-form.tsx";
import { SendCodeStep } from "../../codes/screens/send-code-step.tsx";
import { useCodeRequest } from "../../codes/screens/use-code-request.ts";
import { confirm, requestConfirmation } from "../../queries.ts";
import { ConfirmWithPasskey } from "./passkey-button.tsx";

type ConfirmIdentityDialogProps = {
  isOpen: boolean;
  email: string;
  methods: ConfirmationMethod[];
  onFinish: (isConfirmed: boolean) => void;
};

/** "Confirm that it's you", with a passkey or a code. */
export default function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const { isOpen, email, methods, onFinish } = props;
  const { t } = useTranslation("authConfirmation");
  const request = useCodeRequest(requestConfirmation);
  const [isCodeSent, setCodeSent] = useState(false);
  const cancel = () => onFinish(false);

  async function submit(code: string) {
    await confirm(code);
    setCodeSent(false);
    onFinish(true);
  }

  const hasPasskey = methods.includes("passkey") && !isCodeSent;
  const canUseCode = methods.includes("code");
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      title={t("authConfirmation:title")}
      description={t(canUseCode ? "authConfirmation:text" : "authConfirmation:passkeyOnly")}
      size="small"
      footer={!canUseCode && <Button onClick={cancel}>{t("components:dialog.cancel")}</Button>}
    >
      <div className="grid gap-6">
        {hasPasskey && <ConfirmWithPasskey onConfirmed={() => onFinish(true)} />}
        {!canUseCode && <p className="in-data-passkeys:hidden">{t("authConfirmation:unsupported")}</p>}
        {canUseCode && isCodeSent && <CodeForm email={email} request={request} onSubmit={submit} />}
        {canUseCode && !isCodeSent && (
          <SendCodeStep
            email={email}
            request={request}
            onSent={() => setCodeSent(true)}
            onCancel={cancel}
            variant={hasPasskey ? "secondary" : "primary"}
          />
        )}
      </div>
    </Dialog>
  );
}
