import { useCallback, useMemo, useRef, useState, type ComponentProps } from "react";
import type { Control, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormContext, type FieldIds } from "./form-context.ts";
import { collectFieldErrors, type ErrorTexts } from "./form-errors.ts";
import { FormErrorSummary, type SubmitProblems, type ProblemField } from "./form-error-summary.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useSubmit } from "./use-submit.ts";

type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<"form">,
  "onSubmit" | "noValidate" | "method" | "action"
> & {
  form: UseFormReturn<Input, unknown, Output>;
  /** Gets the values as the schema made them. The form is busy until it is done; what it throws is an answer. */
  onSubmit?: (values: Output) => unknown;
  /** Which texts stand on which fields for an error that is data, by its code: keys of texts. */
  errors?: ErrorTexts<FieldPath<Input>>;
  /** Gets any other error. Without it the form says itself that it did not work. */
  onFailure?: (error: unknown) => void;
};

/**
 * A form, checked against the schema of `useForm`; the browser's own checks are off (specification, "Forms"). One
 * problem takes the focus to its field, several to a summary with links. Leaving it with changes asks first.
 */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  errors = {} as ErrorTexts<FieldPath<Input>>,
  onFailure,
  className = "grid gap-6",
  children,
  ...props
}: FormProps<Input, Output>) {
  const control = form.control as unknown as Control;
  const { context, locate } = usePlaces(control);
  const [found, setFound] = useState<SubmitProblems | null>(null);

  function lead(failure?: unknown) {
    const fields = locate(collectFieldErrors(form.getErrors()).map(({ name }) => name));
    const [only, ...others] = fields;
    const isOne = only?.id !== undefined && others.length === 0 && !form.getErrors().root;
    setFound(isOne ? null : { fields, failure });
    if (isOne) setFocus(only.name);
  }

  const setFocus = (name: string) => form.setFocus(name as FieldPath<Input>);
  const { submit, isChanged } = useSubmit({ form, onSubmit, errors, onFailure, onProblems: lead });
  return (
    <FormContext value={context}>
      <form {...props} noValidate className={className} onSubmit={(event) => void submit(event)}>
        <FormErrorSummary control={control} found={found} setFocus={setFocus} />
        {children}
      </form>
      <LeaveGuard isChanged={isChanged} />
    </FormContext>
  );
}

/** Where the fields of a form stand in the page. */
function usePlaces(control: Control) {
  const places = useRef(new Map<string, FieldIds>());
  const context = useMemo(
    () => ({
      control,
      registerField(name: string, ids: FieldIds) {
        places.current.set(name, ids);
        return () => void places.current.delete(name);
      },
    }),
    [control],
  );

  /** Fields in the order of the page; those that the page doesn't show come last. */
  const locate = useCallback((names: string[]): ProblemField[] => {
    const isWrong = new Set(names);
    const shown = [...places.current].filter(([name]) => isWrong.has(name)).toSorted(byPosition);
    for (const [name] of shown) isWrong.delete(name);
    return [
      ...shown.map(([name, { id, labelId }]) => ({
        name,
        id,
        label: document.getElementById(labelId)?.textContent,
      })),
      ...[...isWrong].map((name) => ({ name })),
    ];
  }, []);

  return { context, locate };
}

function byPosition([, a]: [string, FieldIds], [, b]: [string, FieldIds]): number {
  const [first, second] = [a, b].map(({ id }) => document.getElementById(id));
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
