import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { ConfirmationMethod } from "#rpc/context.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { CodeForm } from "../../codes/screens/code-form.tsx";
import { SendCodeStep } from "../../codes/screens/send-code-step.tsx";
import { useCodeRequest } from "../../codes/screens/use-code-request.ts";
import { confirm, requestConfirmation } from "../../queries.ts";
import { ConfirmWithPasskey } from "../../passkeys/screens/passkey-button.tsx";
import { ConfirmWithPasskeyDialog } from "../../passkeys/screens/confirm-with-passkey-dialog.tsx";

type ConfirmIdentityDialogProps = {
  isOpen: boolean;
  email: string;
  methods: ConfirmationMethod[];
  onFinish: (isConfirmed: boolean) => void;
};

/** "Confirm that it's you", with a code for example. */
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

  // optional: passkeys
  if (!methods.includes("code")) return <ConfirmWithPasskeyDialog isOpen={isOpen} onFinish={onFinish} />;
  // end: passkeys
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      title={t("authConfirmation:title")}
      description={t("authConfirmation:text")}
      size="small"
    >
      <div className="grid gap-6">
        {/* optional: passkeys */}
        {methods.includes("passkey") && !isCodeSent && (
          <ConfirmWithPasskey onConfirmed={() => onFinish(true)} />
        )}
        {/* end: passkeys */}
        {isCodeSent ? (
          <CodeForm email={email} request={request} onSubmit={submit} />
        ) : (
          <SendCodeStep
            email={email}
            request={request}
            onSent={() => setCodeSent(true)}
            onCancel={cancel}
            variant={methods.length > 1 ? "secondary" : "primary"}
          />
        )}
      </div>
    </Dialog>
  );
}
