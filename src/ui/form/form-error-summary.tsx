import { useEffect, useId, useRef } from "react";
import { useFormState, type Control } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Alert } from "../display/alert.tsx";
import { errorReference } from "../errors/error-data.ts";
import { errorMessage } from "./form-errors.ts";
import { useErrorMessage } from "./messages.ts";

/** A field in which a problem was found; what no field shows has neither label nor id. */
export type ProblemField = { name: string; id?: string; label?: string };

/** What a submit found, to which its person has to be led. */
export type SubmitProblems = { fields: ProblemField[]; failure?: unknown };

type FormProblemsProps = { control: Control; found: SubmitProblems | null; setFocus(name: string): void };

/**
 * What keeps a form from being sent, at its top: the form's own message, or else a summary of several fields with a
 * link to each. It takes the focus when it appears; what is mended leaves it.
 */
export function FormErrorSummary({ control, found, setFocus }: FormProblemsProps) {
  const { t } = useTranslation("components");
  const read = useErrorMessage();
  const { errors } = useFormState({ control });
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (found) box.current?.focus();
  }, [found]);

  const own = errors.root?.message;
  const problems = (found?.fields ?? []).flatMap((field) => {
    const message = errorMessage(errors, field.name);
    return message ? [{ ...field, message: read(message) }] : [];
  });
  if (!own && problems.length === 0) return null;

  const reference = errorReference(found?.failure);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={titleId} className="rounded-surface">
      <Alert
        variant="danger"
        title={<span id={titleId}>{own ? read(own) : t("form.problems", { count: problems.length })}</span>}
      >
        {own ? (
          reference && t("errorPage.reference", { reference })
        ) : (
          <ul className="grid gap-1">
            {problems.map((problem) => (
              <li key={problem.name}>
                <ProblemLink {...problem} setFocus={setFocus} />
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
}

type ProblemLinkProps = ProblemField & { message: string; setFocus(name: string): void };

/** What is wrong with a field, as a link to it where it is shown. */
function ProblemLink({ name, id, label, message, setFocus }: ProblemLinkProps) {
  const { t } = useTranslation("components");
  const text = label ? t("form.problem", { label: isolate(label), message }) : message;
  if (!id) return <Isolated>{text}</Isolated>;
  return (
    <a
      href={`#${id}`}
      className="inline-block min-h-6 underline underline-offset-2"
      onClick={(event) => {
        event.preventDefault();
        setFocus(name);
      }}
    >
      <Isolated>{text}</Isolated>
    </a>
  );
}
