import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { TrashIcon } from "#ui/icons.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { CodeForm } from "../../codes/screens/code-form.tsx";
import { SendCodeStep } from "../../codes/screens/send-code-step.tsx";
import { useCodeRequest } from "../../codes/screens/use-code-request.ts";
import { requestDeletion, useDeleteAccount } from "../../queries.ts";

/** "Delete my account": sends a code, which confirms the permanent deletion (decisions: "Account"). */
export function DeleteAccount({ email }: { email: string }) {
  const { t } = useTranslation("authAccount");
  const navigate = useNavigate();
  const request = useCodeRequest(requestDeletion);
  const { mutateAsync: deleteAccount } = useDeleteAccount();
  const [step, setStep] = useState<"closed" | "send" | "enter">("closed");

  async function submit(code: string) {
    await deleteAccount(code);
    await navigate({ to: "/login", replace: true });
    toast.success(t("deletion.done"));
  }

  return (
    <Card title={t("deletion.action")} className="border-danger/40!">
      <p className="text-muted-foreground">{t("deletion.text")}</p>
      <Button className="mt-4 border-danger/40! text-danger!" onClick={() => setStep("send")}>
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
        {step === "enter" ? (
          <CodeForm
            email={email}
            request={request}
            onSubmit={submit}
            submitLabel={t("deletion.submit")}
            variant="danger"
          />
        ) : (
          <SendCodeStep
            email={email}
            request={request}
            onSent={() => setStep("enter")}
            onCancel={() => setStep("closed")}
            variant="danger"
          />
        )}
      </Dialog>
    </Card>
  );
}
