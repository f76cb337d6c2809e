import { useId, useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { CodeInput } from "#ui/controls/code-input.tsx";
import { FieldLayout, fieldAttributes } from "#ui/controls/field.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import type { AuthError } from "../../auth-client.ts";
import { authErrorOf, useErrorText } from "../../errors/error-text.ts";
import { codeLength, codeMinutes } from "../../limits.ts";
import { checkCode } from "../code.ts";
import { ResendCode } from "./resend-code.tsx";
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
  const { t, i18n } = useTranslation("auth");
  const id = useId();
  const { submit, isBusy, errorText } = useCodeSubmit(onSubmit);
  const field = {
    id,
    error: errorText,
    hint: t("verify.hint", {
      count: codeMinutes,
      expiration: formatNumber(i18n.language, codeMinutes),
    }),
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-muted-foreground">
        <Isolated>
          {t(request.isSending ? "newCode.sending" : "newCode.enter", { email: isolate(email) })}
        </Isolated>
      </p>
      <FieldLayout {...field} label={t("verify.code")}>
        <CodeInput
          name="code"
          length={codeLength}
          autoFocus
          onComplete={useSubmitOnComplete(variant !== "danger")}
          {...fieldAttributes(field)}
        />
      </FieldLayout>
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

/** Submits a form when its code is complete, the first time only (specification, "One-time-code field"). */
function useSubmitOnComplete(isEnabled: boolean): ComponentProps<typeof CodeInput>["onComplete"] {
  const isDone = useRef(!isEnabled);
  return ({ form }) => {
    if (isDone.current) return;
    isDone.current = true;
    form?.requestSubmit();
  };
}

function useCodeSubmit(onSubmit: CodeFormProps["onSubmit"]) {
  const [error, setError] = useState<AuthError>();
  const [isBusy, setBusy] = useState(false);
  const isPending = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending.current) return;
    const input = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    const { code, problem } = checkCode(input.value);
    setError(problem && { code: problem });
    if (problem) return input.focus();

    isPending.current = true;
    setBusy(true);
    try {
      await onSubmit(code);
    } catch (thrown) {
      setError(authErrorOf(thrown));
      input.select();
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  }

  return { submit, isBusy, errorText: useErrorText(error) };
}
