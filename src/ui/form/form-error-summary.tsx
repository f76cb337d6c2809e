import { useEffect, useId, useRef } from "react";
import { useFormState, type Control } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Isolated } from "#i18n/isolate.tsx";
import { Alert } from "../display/alert.tsx";
import { errorReference } from "../errors/error-data.ts";
import { fieldErrorMessage } from "./form-errors.ts";
import { useErrorMessage } from "./messages.ts";

/** An invalid field; without id and label if it isn't on the page. */
export type InvalidField = { name: string; id?: string; label?: string };

/** Why a submit failed: the listed invalid fields, or an unexpected error. */
export type SubmitFailure = { fields: InvalidField[]; error?: unknown; takesFocus: boolean };

type FormErrorSummaryProps = {
  control: Control;
  failure: SubmitFailure | null;
  setFocus(name: string): void;
};

/**
 * The form's own error, or a list of invalid fields with links. The messages are below the fields, unless a field isn't on
 * the page. Corrected fields disappear from the list.
 */
export function FormErrorSummary({ control, failure, setFocus }: FormErrorSummaryProps) {
  const { t } = useTranslation("components");
  const translate = useErrorMessage();
  const { errors } = useFormState({ control });
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (failure?.takesFocus) box.current?.focus();
  }, [failure]);

  const formError = errors.root?.message;
  const invalid = (failure?.fields ?? []).flatMap((field) => {
    const message = fieldErrorMessage(errors, field.name);
    return message ? [{ ...field, message: translate(message) }] : [];
  });
  if (!formError && invalid.length === 0) return null;

  const reference = errorReference(failure?.error);
  const title = formError ? translate(formError) : t("form.problems", { count: invalid.length });
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={titleId} className="rounded-surface">
      <Alert variant="danger" title={<span id={titleId}>{title}</span>}>
        {formError ? (
          reference && t("errorPage.reference", { reference })
        ) : (
          <ul className="grid gap-1">
            {invalid.map((field) => (
              <li key={field.name}>
                <FieldLink {...field} setFocus={setFocus} />
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
}

type FieldLinkProps = InvalidField & { message: string; setFocus(name: string): void };

/** A field's label, as a link to the field. */
function FieldLink({ name, id, label, message, setFocus }: FieldLinkProps) {
  if (!id) return <Isolated>{message}</Isolated>;
  return (
    <a
      href={`#${id}`}
      className="inline-block min-h-6 underline underline-offset-2"
      onClick={(event) => {
        event.preventDefault();
        setFocus(name);
      }}
    >
      <bdi>{label ?? message}</bdi>
    </a>
  );
}
