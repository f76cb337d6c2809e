import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import type { CodeRequest } from "./code-request.ts";
import { useErrorText } from "./error-text.ts";

type AskForCodeProps = {
  /** Where the code is to go. */
  email: string;
  request: CodeRequest;
  onSent: () => void;
  onCancel: () => void;
  /** `danger` where the code leads to what can't be undone. */
  look?: "primary" | "danger";
};

/** The step of a dialog before `CodeForm`: says where a code will go, and sends it. */
export function AskForCode({ email, request, onSent, onCancel, look = "primary" }: AskForCodeProps) {
  const { t } = useTranslation(["auth", "components"]);
  const errorText = useErrorText(request.error);

  async function send() {
    const refusal = await request.askOnce(email);
    // A code that was sent before may still be at hand.
    if (!refusal || refusal.code === "TOO_MANY_REQUESTS") onSent();
  }

  return (
    <div className="grid gap-4">
      <p>
        <Isolated>{t("auth:newCode.why", { email: isolate(email) })}</Isolated>
      </p>
      {errorText && <Alert look="danger" title={errorText} isNews />}
      <DialogFooter>
        {/* The first focus never stands on what ends something. */}
        <Button autoFocus={look === "danger"} onClick={onCancel}>
          {t("components:dialog.cancel")}
        </Button>
        <Button
          autoFocus={look !== "danger"}
          look={look}
          isBusy={request.isAsking}
          onClick={() => void send()}
        >
          {t("auth:newCode.send")}
        </Button>
      </DialogFooter>
    </div>
  );
}
