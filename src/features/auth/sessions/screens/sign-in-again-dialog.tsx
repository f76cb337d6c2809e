import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { sendSignInCode, submitSignInCode } from "../../codes/sign-in-codes.ts";
import { CodeForm } from "../../codes/screens/code-form.tsx";
import { SendCodeStep } from "../../codes/screens/send-code-step.tsx";
import { useCodeRequest } from "../../codes/screens/use-code-request.ts";

type SignInAgainDialogProps = {
  isOpen: boolean;
  email: string;
  onClose: () => void;
  onSignedIn: () => void;
};

/** Signs the user in again with a code. */
export default function SignInAgainDialog({ isOpen, email, onClose, onSignedIn }: SignInAgainDialogProps) {
  const { t } = useTranslation("auth");
  const request = useCodeRequest(sendSignInCode);
  const [isCodeSent, setCodeSent] = useState(false);

  async function submit(code: string) {
    await submitSignInCode(email, code);
    onSignedIn();
    setCodeSent(false);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("again.title")}
      description={t("again.text")}
      size="small"
    >
      {isCodeSent ? (
        <CodeForm email={email} request={request} onSubmit={submit} />
      ) : (
        <SendCodeStep email={email} request={request} onSent={() => setCodeSent(true)} onCancel={onClose} />
      )}
    </Dialog>
  );
}
