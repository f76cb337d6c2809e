import { useMemo, useState, type ComponentProps } from "react";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { FormContext } from "./form-context.ts";
import { FormErrorSummary, type InvalidField, type SubmitFailure } from "./form-error-summary.tsx";
import { invalidFieldNames } from "./form-errors.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useEditKey } from "../list/use-edit-key.ts";
import { useSubmit, type SubmitOptions } from "./use-submit.ts";

type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<"form">,
  "onSubmit" | "noValidate" | "method" | "action"
> &
  SubmitOptions<Input, Output>;

/** With more invalid fields, a summary lists them. */
const maxUnlisted = 4;

/**
 * A form, validated by the schema of `useForm` (specification, "Forms"). The first invalid field gets the focus; more than
 * four are also listed in a summary with links. The key E focuses the first field. Leaving the page with unsaved changes
 * asks first.
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
  const { isOptional } = form;
  const [fieldIds] = useState(() => new Map<string, string>());
  const [announced, setAnnounced] = useState<string>();
  const context = useMemo(
    () => ({ control, fieldIds, isOptional, announced }),
    [control, fieldIds, isOptional, announced],
  );
  const [failure, setFailure] = useState<SubmitFailure | null>(null);
  const setFocus = (name: string) => form.setFocus(name as FieldPath<Input>);

  function onInvalid(error?: unknown) {
    const fields = locateFields(invalidFieldNames(form.getErrors()), fieldIds);
    const first = form.getErrors().root ? undefined : fields.find(({ id }) => id);
    const listed = fields.length > maxUnlisted ? fields : fields.filter(({ id }) => !id);
    setFailure({ fields: listed, error, takesFocus: !first });
    setAnnounced(first && hasFocus(first) ? first.name : undefined);
    if (first) setFocus(first.name);
  }

  // At once: React Hook Form focuses later, and what is typed until then would be lost.
  useEditKey(() => {
    const [first] = locateFields([...fieldIds.keys()], fieldIds);
    focusControl(document.getElementById(first?.id ?? ""));
  });

  const { submit, isChanged } = useSubmit({ form, onSubmit, submitErrors, onFailure }, onInvalid);
  return (
    <FormContext value={context}>
      {/* Outside of a dialog, "dialog" does nothing: a submit before hydration is repeated after it. */}
      <form
        {...props}
        method="dialog"
        noValidate
        className={className}
        onSubmit={(event) => void submit(event)}
      >
        <FormErrorSummary control={control} failure={failure} setFocus={setFocus} />
        {children}
      </form>
      <LeaveGuard isChanged={isChanged} />
    </FormContext>
  );
}

/** Focuses a control, or the first one of a group. */
function focusControl(element: HTMLElement | null): void {
  const controls = "input, textarea, select, button";
  (element?.matches(controls) ? element : element?.querySelector<HTMLElement>(controls))?.focus();
}

function hasFocus({ id = "" }: InvalidField): boolean {
  return document.getElementById(id)?.contains(document.activeElement) ?? false;
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
