import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { useErrorText } from "../../errors/error-text.ts";
import { MailDelayNotice } from "./mail-delay-notice.tsx";
import { type CodeRequest, useWaitText, waitSecondsOf } from "./use-code-request.ts";

type SendCodeStepProps = {
  email: string;
  request: CodeRequest;
  onSent: () => void;
  onCancel: () => void;
  /** `danger` if the code is for something irreversible, `secondary` beside a better way. */
  variant?: "primary" | "danger" | "secondary";
};

/** The step of a dialog before `CodeForm`: shows the email, and sends the code. */
export function SendCodeStep({ email, request, onSent, onCancel, variant = "primary" }: SendCodeStepProps) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText(request.error);
  const waitText = useWaitText();
  /** The announcement that the user has to wait. */
  const [waitNotice, setWaitNotice] = useState("");
  const { waitSeconds } = request;

  async function send() {
    setWaitNotice("");
    const error = await request.sendOnce(email);
    if (!error) return onSent();
    const seconds = waitSecondsOf(error);
    if (seconds) setWaitNotice(waitText(seconds));
  }

  return (
    <div className="grid gap-4">
      <p>
        <Isolated>{t("auth:newCode.why", { email: isolate(email) })}</Isolated>
      </p>
      <MailDelayNotice />
      {errorText && <Alert variant="danger" title={errorText} isAnnounced />}
      {waitNotice && waitSeconds > 0 && <Alert title={waitText(waitSeconds)} />}
      {/* Screen readers announce the wait once, not every second. */}
      <span role="status" className="sr-only">
        {waitNotice}
      </span>
      {waitNotice && (
        // A code that was sent before the page was reloaded still works.
        <div>
          <TextButton type="button" onClick={onSent}>
            {t("auth:newCode.haveOne")}
          </TextButton>
        </div>
      )}
      <DialogFooter>
        {/* The first focus is never on an irreversible action. */}
        <Button autoFocus={variant === "danger"} onClick={onCancel}>
          {t("components:dialog.cancel")}
        </Button>
        <Button
          autoFocus={variant === "primary"}
          variant={variant}
          isBusy={request.isSending}
          onClick={() => void send()}
        >
          {t("auth:newCode.send")}
        </Button>
      </DialogFooter>
    </div>
  );
}
