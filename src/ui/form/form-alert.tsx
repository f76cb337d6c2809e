import { useEffect, useId, useRef } from "react";
import { useFormState, type Control } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Isolated } from "#i18n/isolate.tsx";
import { Alert } from "../display/alert.tsx";
import { errorReference } from "../errors/error-data.ts";
import { fieldErrorMessage } from "./form-errors.ts";
import { useErrorMessage } from "./messages.ts";

/** Why a submit failed, as far as no field shows it. */
export type SubmitFailure = {
  /** Invalid fields that aren't on the page. */
  hiddenFields: string[];
  error?: unknown;
  takesFocus: boolean;
};

/** The form's own error, or the messages of invalid fields that aren't on the page. */
export function FormAlert({ control, failure }: { control: Control; failure: SubmitFailure | null }) {
  const { t } = useTranslation("components");
  const translate = useErrorMessage();
  const { errors } = useFormState({ control });
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (failure?.takesFocus) box.current?.focus();
  }, [failure]);

  const formError = errors.root?.message;
  const messages = (failure?.hiddenFields ?? []).flatMap((name) => fieldErrorMessage(errors, name) ?? []);
  if (!formError && messages.length === 0) return null;

  const reference = errorReference(failure?.error);
  const title = formError ? translate(formError) : t("form.problems", { count: messages.length });
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={titleId} className="rounded-surface">
      <Alert variant="danger" title={<span id={titleId}>{title}</span>}>
        {formError
          ? reference && t("errorPage.reference", { reference })
          : messages.map((message) => (
              <p key={message}>
                <Isolated>{translate(message)}</Isolated>
              </p>
            ))}
      </Alert>
    </div>
  );
}
