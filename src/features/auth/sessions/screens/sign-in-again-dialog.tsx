import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { askForCode, orThrow, signInWithCode } from "#features/auth/auth-client.ts";
import { AskForCode } from "#features/auth/codes/screens/send-code-step.tsx";
import { CodeForm } from "#features/auth/codes/screens/code-form.tsx";
import { useCodeRequest } from "#features/auth/codes/screens/use-code-request.ts";

type SignInAgainDialogProps = {
  isOpen: boolean;
  email: string;
  onClose: () => void;
  onSignedIn: () => void;
};

/** Takes a code for the address whose session has ended; closing it leaves things as they are. */
export default function SignInAgainDialog({ isOpen, email, onClose, onSignedIn }: SignInAgainDialogProps) {
  const { t } = useTranslation("auth");
  const request = useCodeRequest(async (address) => orThrow(await askForCode(address)));
  const [isCodeSent, setCodeSent] = useState(false);

  async function answer(code: string) {
    orThrow(await signInWithCode(email, code));
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
        <CodeForm email={email} request={request} onAnswer={answer} />
      ) : (
        <AskForCode email={email} request={request} onSent={() => setCodeSent(true)} onCancel={onClose} />
      )}
    </Dialog>
  );
}
