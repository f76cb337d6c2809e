import { useState, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { toast } from "#ui/toast/toast.ts";
import { CodeForm } from "../../codes/screens/code-form.tsx";
import { useCodeRequest } from "../../codes/screens/use-code-request.ts";
import { requestVerification, useVerifyEmail } from "../../queries.ts";

type VerifyEmailProps = {
  email: string;
  emailVerified: boolean;
  /** Receives the focus when the button disappears. */
  focusNext: RefObject<HTMLElement | null>;
};

/** "Verify", which sends a code to the user's email and verifies it. Hidden when the email is verified. */
export function VerifyEmail({ email, emailVerified, focusNext }: VerifyEmailProps) {
  const { t } = useTranslation("authAccount");
  const request = useCodeRequest(requestVerification);
  const { mutateAsync: verify } = useVerifyEmail();
  const [isOpen, setOpen] = useState(false);
  const moveFocusOnClose = useFocusAfterClose(isOpen, () => focusNext.current);

  function open() {
    setOpen(true);
    void request.sendOnce(email);
  }

  async function submit(code: string) {
    await verify(code);
    toast.success(t("verification.done"));
    moveFocusOnClose();
    setOpen(false);
  }

  return (
    <>
      {!emailVerified && (
        <Button variant="primary" onClick={open}>
          {t("verification.action")}
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t("verification.title")} size="small">
        <p className="pb-4 text-muted-foreground">{t("verification.consequence")}</p>
        <CodeForm email={email} request={request} onSubmit={submit} />
      </Dialog>
    </>
  );
}
