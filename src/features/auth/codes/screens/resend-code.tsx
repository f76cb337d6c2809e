import { useId, useState, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { FieldError } from "#ui/controls/field.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useWaitText, waitOf, type CodeRequest } from "./use-code-request.ts";
import { useErrorText } from "#features/auth/errors/error-text.ts";

type NewCodeProps = {
  email: string;
  request: CodeRequest;
  /** The field by which the form around it says the same where there is no JavaScript. */
  field?: { name: string; value: string };
};

/**
 * "Send a new code", which has to be waited for. The seconds are seen all the time, and heard when the button is come to
 * or pressed, not each time that one has passed.
 */
export function NewCode({ email, request, field }: NewCodeProps) {
  const { t } = useTranslation("auth");
  const { ask, isAsking, waitSeconds } = request;
  const id = useId();
  const errorText = useErrorText(request.error);
  const [said, setSaid] = useState("");
  const isWaiting = waitSeconds > 0;
  const waitText = useWaitText();

  async function press(event: MouseEvent) {
    event.preventDefault();
    if (isAsking) return;
    if (isWaiting) return setSaid(waitText(waitSeconds));
    setSaid("");
    const refusal = await ask(email);
    if (!refusal) return toast.success(t("newCode.sent"));
    const seconds = waitOf(refusal);
    if (seconds) setSaid(waitText(seconds));
  }

  return (
    <>
      <TextButton
        {...field}
        type={field ? "submit" : "button"}
        onClick={(event) => void press(event)}
        aria-busy={isAsking}
        aria-disabled={isWaiting || isAsking}
        aria-describedby={isWaiting ? id : undefined}
      >
        {t("verify.newCode")}
      </TextButton>
      {isWaiting && (
        <span id={id} className="text-sm text-muted-foreground tabular-nums">
          {waitText(waitSeconds)}
        </span>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
      <div className="basis-full">
        <FieldError>{errorText}</FieldError>
      </div>
    </>
  );
}
