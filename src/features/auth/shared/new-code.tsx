import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { FieldError } from "#ui/controls/field.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { toast } from "#ui/toast/toast.ts";
import type { CodeRequest } from "./code-request.ts";
import { useErrorText } from "./error-text.ts";

/**
 * "Send a new code", which has to be waited for. The seconds are seen all the time, and heard when the button is come to
 * or pressed, not each time that one has passed.
 */
export function NewCode({ email, request }: { email: string; request: CodeRequest }) {
  const { t, i18n } = useTranslation("auth");
  const { ask, isAsking, waitSeconds } = request;
  const id = useId();
  const errorText = useErrorText(request.error);
  const [said, setSaid] = useState("");
  const isWaiting = waitSeconds > 0;
  const waitText = t("newCode.wait", {
    count: waitSeconds,
    seconds: formatNumber(i18n.language as Language, waitSeconds),
  });

  async function press() {
    if (isAsking) return;
    if (isWaiting) return setSaid(waitText);
    setSaid("");
    if (!(await ask(email))) toast.success(t("newCode.sent"));
  }

  return (
    <>
      <TextButton
        type="button"
        onClick={() => void press()}
        aria-busy={isAsking}
        aria-disabled={isWaiting || isAsking}
        aria-describedby={isWaiting ? id : undefined}
      >
        {t("verify.newCode")}
      </TextButton>
      {isWaiting && (
        <span id={id} className="text-sm text-ink-soft tabular-nums">
          {waitText}
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
