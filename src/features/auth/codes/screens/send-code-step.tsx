import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { useWaitText, waitOf, type CodeRequest } from "./use-code-request.ts";
import { useErrorText } from "#features/auth/errors/error-text.ts";

type AskForCodeProps = {
  /** Where the code is to go. */
  email: string;
  request: CodeRequest;
  onSent: () => void;
  onCancel: () => void;
  /** `danger` where the code leads to what can't be undone. */
  variant?: "primary" | "danger";
};

/** The step of a dialog before `CodeForm`: says where a code will go, and sends it. */
export function AskForCode({ email, request, onSent, onCancel, variant = "primary" }: AskForCodeProps) {
  const { t } = useTranslation(["auth", "components"]);
  const errorText = useErrorText(request.error);
  const waitText = useWaitText();
  /** That it is too early, as it was said when that was found. */
  const [tooEarly, setTooEarly] = useState("");
  const { waitSeconds } = request;

  async function send() {
    setTooEarly("");
    const refusal = await request.askOnce(email);
    if (!refusal) return onSent();
    const seconds = waitOf(refusal);
    if (seconds) setTooEarly(waitText(seconds));
  }

  return (
    <div className="grid gap-4">
      <p>
        <Isolated>{t("auth:newCode.why", { email: isolate(email) })}</Isolated>
      </p>
      {errorText && <Alert variant="danger" title={errorText} isAnnounced />}
      {tooEarly && waitSeconds > 0 && <Alert title={waitText(waitSeconds)} />}
      {/* The seconds are seen all the time, and heard once. */}
      <span role="status" className="sr-only">
        {tooEarly}
      </span>
      {tooEarly && (
        // One that was sent before the page was loaded again still works.
        <div>
          <TextButton type="button" onClick={onSent}>
            {t("auth:newCode.haveOne")}
          </TextButton>
        </div>
      )}
      <DialogFooter>
        {/* The first focus never stands on what ends something. */}
        <Button autoFocus={variant === "danger"} onClick={onCancel}>
          {t("components:dialog.cancel")}
        </Button>
        <Button
          autoFocus={variant !== "danger"}
          variant={variant}
          isBusy={request.isAsking}
          onClick={() => void send()}
        >
          {t("auth:newCode.send")}
        </Button>
      </DialogFooter>
    </div>
  );
}
