import { createContext, use, useMemo, useState, type ComponentProps } from "react";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { FormErrorSummary, type InvalidField, type SubmitFailure } from "./form-error-summary.tsx";
import { invalidFieldNames } from "./form-errors.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useSubmit, type SubmitOptions } from "./use-submit.ts";

type FormContextValue = {
  control: Control;
  /** The ids of the form's `FormField`s by field name. */
  fieldIds: Map<string, string>;
};

export const FormContext = createContext<FormContextValue | null>(null);

/** @throws outside of a `Form` */
export function useFormContext(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error("Missing <Form /> parent component");
  return context;
}

type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<"form">,
  "onSubmit" | "noValidate" | "method" | "action"
> &
  SubmitOptions<Input, Output>;

/**
 * A form, validated by the schema of `useForm` (specification, "Forms"). A single invalid field gets the focus; several
 * are listed in a summary with links. Leaving the page with unsaved changes asks first.
 */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  submitErrors,
  onFailure,
  className = "grid gap-6",
  children,
  ...props
}: FormProps<Input, Output>) {
  const control = form.control as unknown as Control;
  const context = useMemo(() => ({ control, fieldIds: new Map<string, string>() }), [control]);
  const [failure, setFailure] = useState<SubmitFailure | null>(null);
  const setFocus = (name: string) => form.setFocus(name as FieldPath<Input>);

  function onInvalid(error?: unknown) {
    const fields = locateFields(invalidFieldNames(form.getErrors()), context.fieldIds);
    const [first, ...others] = fields;
    const isSingle = first?.id !== undefined && others.length === 0 && !form.getErrors().root;
    setFailure(isSingle ? null : { fields, error });
    if (isSingle) setFocus(first.name);
  }

  const { submit, isChanged } = useSubmit({ form, onSubmit, submitErrors, onFailure }, onInvalid);
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

/** Adds ids and labels. Sorts by the order on the page; fields that aren't on the page come last. */
function locateFields(names: string[], fieldIds: Map<string, string>): InvalidField[] {
  return names
    .map((name) => ({ name, id: fieldIds.get(name) }))
    .toSorted((a, b) => compareOnPage(a.id, b.id))
    .map(({ name, id }) => ({
      name,
      id,
      label: document.getElementById(`${id}-label`)?.textContent,
    }));
}

function compareOnPage(...ids: (string | undefined)[]): number {
  const [first, second] = ids.map((id) => id && document.getElementById(id));
  if (!first || !second) return Number(!first) - Number(!second);
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
