import { useId, useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { CodeInput } from "#ui/controls/code-input.tsx";
import { FieldLayout, fieldAttributes } from "#ui/controls/field.tsx";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { checkCode } from "../code.ts";
import { codeLength, codeMinutes } from "#features/auth/limits.ts";
import type { CodeRequest } from "./use-code-request.ts";
import { authErrorOf, useErrorText, type AuthError } from "#features/auth/errors/error-text.ts";
import { NewCode } from "./resend-code.tsx";

type CodeFormProps = {
  /** Where the code went. */
  email: string;
  request: CodeRequest;
  /** Gets the code in ASCII digits; throws refusals, which are said on the field. */
  onAnswer: (code: string) => Promise<unknown>;
  submitLabel?: string;
  /** `danger` for what can't be undone: it is not sent by the last digit alone. */
  variant?: "primary" | "danger";
  /** Beside "Send a new code": other ways on. */
  children?: ReactNode;
};

/** Takes a code that was sent to someone who is signed in, in a dialog. */
export function CodeForm({
  email,
  request,
  onAnswer,
  submitLabel,
  variant = "primary",
  children,
}: CodeFormProps) {
  const { t, i18n } = useTranslation("auth");
  const id = useId();
  const { submit, isBusy, errorText } = useAnswer(onAnswer);
  const field = {
    id,
    error: errorText,
    hint: t("verify.hint", {
      count: codeMinutes,
      expiration: formatNumber(i18n.language as Language, codeMinutes),
    }),
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-muted-foreground">
        <Isolated>
          {t(request.isAsking ? "newCode.sending" : "newCode.enter", { email: isolate(email) })}
        </Isolated>
      </p>
      <FieldLayout {...field} label={t("verify.code")}>
        <CodeInput
          name="code"
          length={codeLength}
          autoFocus
          onComplete={useOnce(variant !== "danger")}
          {...fieldAttributes(field)}
        />
      </FieldLayout>
      <div className="flex flex-wrap items-center gap-x-4">
        <NewCode email={email} request={request} />
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

/** Sends a form when its code is complete, the first time only (specification, "One-time-code field"). */
function useOnce(isWanted: boolean): ComponentProps<typeof CodeInput>["onComplete"] {
  const isDone = useRef(!isWanted);
  return ({ form }) => {
    if (isDone.current) return;
    isDone.current = true;
    form?.requestSubmit();
  };
}

function useAnswer(onAnswer: CodeFormProps["onAnswer"]) {
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
      await onAnswer(code);
    } catch (refusal) {
      setError(authErrorOf(refusal));
      input.select();
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  }

  return { submit, isBusy, errorText: useErrorText(error) };
}
