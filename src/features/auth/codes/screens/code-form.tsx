import { useId, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { MailedCodeField } from "./mailed-code-field.tsx";
import { ResendCode } from "./resend-code.tsx";
import { useCodeField } from "./use-code-field.ts";
import type { CodeRequest } from "./use-code-request.ts";

type CodeFormProps = {
  /** The email that the code was sent to. */
  email: string;
  request: CodeRequest;
  /** Receives the code in ASCII digits. Errors that it throws appear on the field. */
  onSubmit: (code: string) => Promise<unknown>;
  submitLabel?: string;
  /** `danger` if the code is for something irreversible: then the last digit doesn't submit it. */
  variant?: "primary" | "danger";
  /** Further actions beside "Send a new code". */
  children?: ReactNode;
};

/** The form for a code, in a dialog. */
export function CodeForm({
  email,
  request,
  onSubmit,
  submitLabel,
  variant = "primary",
  children,
}: CodeFormProps) {
  const { t } = useTranslation("auth");
  const { submit, isBusy, field } = useCodeField(onSubmit);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-muted-foreground">
        <Isolated>
          {t(request.isSending ? "newCode.sending" : "newCode.enter", { email: isolate(email) })}
        </Isolated>
      </p>
      <MailedCodeField id={useId()} autoFocus submitsWhenComplete={variant !== "danger"} {...field} />
      <div className="flex flex-wrap items-center gap-x-4">
        <ResendCode email={email} request={request} />
        {children}
      </div>
      <DialogFooter>
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {submitLabel ?? t("verify.submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}
