import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AskForCode } from "#features/auth/codes/screens/send-code-step.tsx";
import { CodeForm } from "#features/auth/codes/screens/code-form.tsx";
import { useCodeRequest } from "#features/auth/codes/screens/use-code-request.ts";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { TrashIcon } from "#ui/icons.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { requestDeletion, useDeleteAccount } from "#features/auth/queries.ts";

/** "Delete my account": sends a code first, and deletes everything for good once it is given (decisions: "Account"). */
export function DeleteAccount({ email }: { email: string }) {
  const { t } = useTranslation("authAccount");
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
      <p className="text-muted-foreground">{t("deletion.text")}</p>
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
            variant="danger"
          />
        ) : (
          <AskForCode
            email={email}
            request={request}
            onSent={() => setStep("code")}
            onCancel={() => setStep("closed")}
            variant="danger"
          />
        )}
      </Dialog>
    </Card>
  );
}
