import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "#features/auth/shared/code-form.tsx";
import { useCodeRequest, type CodeRequest } from "#features/auth/shared/code-request.ts";
import { useErrorText } from "#features/auth/shared/error-text.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Card } from "#ui/display/card.tsx";
import { TrashIcon } from "#ui/icons.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { requestDeletion, useDeleteAccount } from "../queries.ts";

/** "Delete my account": sends a code first, and deletes everything for good once it is given (decisions: "Account"). */
export function DeleteAccount({ email }: { email: string }) {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const request = useCodeRequest(requestDeletion);
  const { mutateAsync: deleteAccount } = useDeleteAccount();
  const [step, setStep] = useState<"closed" | "asking" | "code">("closed");

  async function answer(code: string) {
    await deleteAccount(code);
    await navigate({ to: "/login", replace: true });
    toast.success(t("deletion.done"));
  }

  return (
    <Card title={t("deletion.action")} className="border-danger/40!">
      <p className="text-ink-soft">{t("deletion.text")}</p>
      <Button className="mt-4 border-danger/40! text-danger!" onClick={() => setStep("asking")}>
        <TrashIcon className="size-5" />
        {t("deletion.action")}
      </Button>
      <Dialog
        isOpen={step !== "closed"}
        onClose={() => setStep("closed")}
        title={t("deletion.title")}
        description={t("deletion.text")}
        size="small"
      >
        {step === "code" ? (
          <CodeForm
            email={email}
            request={request}
            onAnswer={answer}
            submitLabel={t("deletion.submit")}
            look="danger"
          />
        ) : (
          <AskForCode
            email={email}
            request={request}
            onSent={() => setStep("code")}
            onCancel={() => setStep("closed")}
          />
        )}
      </Dialog>
    </Card>
  );
}

type AskForCodeProps = {
  email: string;
  request: CodeRequest;
  onSent: () => void;
  onCancel: () => void;
};

function AskForCode({ email, request, onSent, onCancel }: AskForCodeProps) {
  const { t } = useTranslation(["account", "components"]);
  const errorText = useErrorText(request.error);

  async function send() {
    const refusal = await request.askOnce(email);
    // A code that was sent before may still be at hand.
    if (!refusal || refusal.code === "TOO_MANY_REQUESTS") onSent();
  }

  return (
    <div className="grid gap-4">
      <p>
        <Isolated>{t("account:deletion.askText", { email: isolate(email) })}</Isolated>
      </p>
      {errorText && <Alert look="danger" title={errorText} isNews />}
      <DialogFooter>
        {/* The first focus never stands on what ends something. */}
        <Button autoFocus onClick={onCancel}>
          {t("components:dialog.cancel")}
        </Button>
        <Button look="danger" isBusy={request.isAsking} onClick={() => void send()}>
          {t("account:sendCode")}
        </Button>
      </DialogFooter>
    </div>
  );
}
