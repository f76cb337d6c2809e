import { useCallback, useMemo, useState, type ComponentProps } from "react";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { FormContext } from "./form-context.ts";
import { FormAlert, type SubmitFailure } from "./form-alert.tsx";
import { invalidFieldNames } from "./form-errors.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useEditKey } from "../list/shortcut-keys.ts";
import { useSubmit, type SubmitOptions } from "./use-submit.ts";

type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<"form">,
  "onSubmit" | "noValidate" | "method" | "action"
> &
  SubmitOptions<Input, Output>;

/**
 * A form, validated by the schema of `useForm` (specification, "Forms"). The first invalid field gets the focus. The
 * key E focuses the first field. Leaving the page with unsaved changes asks first.
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
  const { isOptional, rejections, setError, clearErrors, getValues, getFieldState } = form;
  const [fieldIds] = useState(() => new Map<string, string>());
  const [announced, setAnnounced] = useState<string>();
  const reject = useCallback(
    (name: string, message: string | undefined) => {
      const path = name as FieldPath<Input>;
      if (message !== undefined) {
        rejections.set(name, { message, value: getValues(path) });
        setError(path, { type: "rejected", message });
      } else if (rejections.delete(name) || getFieldState(path).error?.type === "rejected") clearErrors(path);
    },
    [rejections, setError, clearErrors, getValues, getFieldState],
  );
  const accept = useCallback((name: string) => void rejections.delete(name), [rejections]);
  const context = useMemo(
    () => ({ control, fieldIds, isOptional, reject, accept, announced }),
    [control, fieldIds, isOptional, reject, accept, announced],
  );
  const [failure, setFailure] = useState<SubmitFailure | null>(null);

  function onInvalid(error?: unknown) {
    const names = invalidFieldNames(form.getErrors());
    const first = form.getErrors().root ? undefined : firstOnPage(names, fieldIds);
    setFailure({ hiddenFields: names.filter((name) => !fieldIds.has(name)), error, takesFocus: !first });
    setAnnounced(first?.element.contains(document.activeElement) ? first.name : undefined);
    if (first) form.setFocus(first.name as FieldPath<Input>);
  }

  // At once: React Hook Form focuses later, and what is typed until then would be lost.
  useEditKey(() => focusControl(firstOnPage([...fieldIds.keys()], fieldIds)?.element));

  const { submit, isChanged } = useSubmit({ form, onSubmit, submitErrors, onFailure }, onInvalid);
  return (
    <FormContext value={context}>
      {/* Outside of a dialog, "dialog" does nothing: a submit before hydration is repeated after it. */}
      <form
        {...props}
        method="dialog"
        noValidate
        className={className}
        // The second click of a double click would accept what the first has just said.
        onClickCapture={(event) => {
          if (event.detail > 1 && isSubmit(event.target)) event.preventDefault();
        }}
        onSubmit={(event) => void submit(event)}
      >
        <FormAlert control={control} failure={failure} />
        {children}
      </form>
      <LeaveGuard isChanged={isChanged} />
    </FormContext>
  );
}

function isSubmit(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button[type=submit]") !== null;
}

/** Focuses a control, or the first one of a group. */
function focusControl(element: HTMLElement | undefined): void {
  const controls = "input, textarea, select, button";
  (element?.matches(controls) ? element : element?.querySelector<HTMLElement>(controls))?.focus();
}

/** The first of some fields on the page, with its control or group of controls. */
function firstOnPage(names: string[], fieldIds: Map<string, string>) {
  const fields = names.flatMap((name) => {
    const element = document.getElementById(fieldIds.get(name) ?? "");
    return element ? [{ name, element }] : [];
  });
  return fields.reduce<(typeof fields)[number] | undefined>((first, field) => {
    const isLater =
      first && first.element.compareDocumentPosition(field.element) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isLater ? first : field;
  }, undefined);
}
