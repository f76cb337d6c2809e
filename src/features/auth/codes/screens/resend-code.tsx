import { useId, useState, type MouseEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FieldError } from "#ui/controls/field.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useErrorText } from "../../errors/error-text.ts";
import { type CodeRequest, useWaitText, waitSecondsOf } from "./use-code-request.ts";

type ResendCodeProps = {
  email: string;
  request: CodeRequest;
  /** The field that the surrounding form submits without JavaScript. */
  field?: { name: string; value: string };
};

/** "Send a new code" with a countdown. Screen readers announce it on focus and on press, not every second. */
export function ResendCode({ email, request, field }: ResendCodeProps) {
  const { t } = useTranslation("auth");
  const { send, isSending, waitSeconds } = request;
  const id = useId();
  const errorText = useErrorText(request.error);
  const [notice, setNotice] = useState("");
  const isWaiting = waitSeconds > 0;
  const waitText = useWaitText();

  async function press(event: MouseEvent) {
    event.preventDefault();
    if (isSending) return;
    if (isWaiting) return setNotice(waitText(waitSeconds));
    setNotice("");
    const error = await send(email);
    if (!error) return toast.success(t("newCode.sent"));
    const seconds = waitSecondsOf(error);
    if (seconds) setNotice(waitText(seconds));
  }

  return (
    <>
      <TextButton
        {...field}
        type={field ? "submit" : "button"}
        onClick={(event) => void press(event)}
        aria-busy={isSending}
        aria-disabled={isWaiting || isSending}
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
        {notice}
      </span>
      <div className="basis-full">
        <FieldError>{errorText}</FieldError>
      </div>
    </>
  );
}
