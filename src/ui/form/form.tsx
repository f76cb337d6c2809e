import { useCallback, useMemo, useRef, useState, type ComponentProps } from "react";
import type { Control, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormContext, type FieldIds } from "./form-context.ts";
import { FormErrorSummary, type InvalidField, type SubmitFailure } from "./form-error-summary.tsx";
import { invalidFieldNames, type SubmitErrors } from "./form-errors.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useSubmit } from "./use-submit.ts";

type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<"form">,
  "onSubmit" | "noValidate" | "method" | "action"
> & {
  form: UseFormReturn<Input, unknown, Output>;
  /** Gets the schema's output. The form is busy until the promise settles. An `AbortError` is ignored. */
  onSubmit?: (values: Output) => unknown;
  /** For each error code that `onSubmit` may throw, the messages (text keys) of the fields that it is about. */
  submitErrors?: SubmitErrors<FieldPath<Input>>;
  /** Gets any other error. By default the form itself shows that it failed. */
  onFailure?: (error: unknown) => void;
};

/**
 * A form, validated by the schema of `useForm` (specification, "Forms"). A single invalid field gets the focus; several
 * are listed in a summary with links. Leaving the page with unsaved changes asks first.
 */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  submitErrors = {} as SubmitErrors<FieldPath<Input>>,
  onFailure,
  className = "grid gap-6",
  children,
  ...props
}: FormProps<Input, Output>) {
  const control = form.control as unknown as Control;
  const { context, locateFields } = useRegisteredFields(control);
  const [failure, setFailure] = useState<SubmitFailure | null>(null);

  function onInvalid(error?: unknown) {
    const fields = locateFields(invalidFieldNames(form.getErrors()));
    const [first, ...others] = fields;
    const isSingle = first?.id !== undefined && others.length === 0 && !form.getErrors().root;
    setFailure(isSingle ? null : { fields, error });
    if (isSingle) setFocus(first.name);
  }

  const setFocus = (name: string) => form.setFocus(name as FieldPath<Input>);
  const { submit, isChanged } = useSubmit({ form, onSubmit, submitErrors, onFailure, onInvalid });
  return (
    <FormContext value={context}>
      <form {...props} noValidate className={className} onSubmit={(event) => void submit(event)}>
        <FormErrorSummary control={control} failure={failure} setFocus={setFocus} />
        {children}
      </form>
      <LeaveGuard isChanged={isChanged} />
    </FormContext>
  );
}

/** Keeps the ids of the form's fields. */
function useRegisteredFields(control: Control) {
  const registered = useRef(new Map<string, FieldIds>());
  const context = useMemo(
    () => ({
      control,
      registerField(name: string, ids: FieldIds) {
        registered.current.set(name, ids);
        return () => void registered.current.delete(name);
      },
    }),
    [control],
  );

  /** Adds ids and labels. Sorts by the order on the page; fields that aren't on the page come last. */
  const locateFields = useCallback((names: string[]): InvalidField[] => {
    const located = names.map((name) => ({ name, ids: registered.current.get(name) }));
    return located
      .toSorted((a, b) => compareOnPage(a.ids, b.ids))
      .map(({ name, ids }) => ({
        name,
        id: ids?.id,
        label: ids && document.getElementById(ids.labelId)?.textContent,
      }));
  }, []);

  return { context, locateFields };
}

function compareOnPage(a: FieldIds | undefined, b: FieldIds | undefined): number {
  const [first, second] = [a, b].map((ids) => ids && document.getElementById(ids.id));
  if (!first || !second) return Number(!first) - Number(!second);
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
