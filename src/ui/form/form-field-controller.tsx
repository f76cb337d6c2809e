import {
  use,
  useEffect,
  useLayoutEffect,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from "react";
import { get, useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { ControlledFieldContext } from "./controlled-field.ts";
import { fieldTypes, type FieldTypes } from "./fields.tsx";
import { fieldErrorMessage } from "./form-errors.ts";
import { FormFieldError } from "./form-field-error.tsx";
import { useFormField } from "./form-field.tsx";
import { FormContext } from "./form-context.ts";

type NamedFieldProps = {
  [Name in keyof FieldTypes]: { type: Name } & ComponentProps<FieldTypes[Name]>;
}[keyof FieldTypes];

export type FormFieldControllerProps<Input extends FieldValues, Output, Props> = {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** Whether the error is shown below the control; otherwise place a `FormFieldError`. */
  displayError?: boolean;
} & (NamedFieldProps | ({ type: (props: Props) => ReactNode } & Props));

/**
 * The control of a form's value, with its error below. `type` decides which control; the other props are the control's.
 * @throws outside of a `FormField`
 */
export function FormFieldController<Input extends FieldValues, Output, Props extends object>({
  control: typedControl,
  name,
  type,
  displayError = true,
  ...props
}: FormFieldControllerProps<Input, Output, Props>) {
  const { id, labelId, helperId, errorId, hasHelper, setOptional } = useFormField();
  const control = typedControl as unknown as Control;
  const { field, formState } = useController({ control, name });
  const hasError = Boolean(fieldErrorMessage(formState.errors, name));
  const { fieldIds, isOptional } = use(FormContext) ?? {};
  useLayoutEffect(() => setOptional(isOptional?.(name) ?? false), [setOptional, isOptional, name]);
  useEffect(() => {
    fieldIds?.set(name, id);
    return () => void fieldIds?.delete(name);
  }, [fieldIds, name, id]);

  const describedBy = [hasHelper && helperId, hasError && errorId].filter(Boolean).join(" ") || undefined;
  const controlled = {
    control,
    field,
    initialValue: get(formState.defaultValues, name),
    labelId,
    attributes: { id, name, "aria-invalid": hasError || undefined, "aria-describedby": describedBy },
  };

  // The props are type-checked where the controller is used.
  const Field = (typeof type === "string" ? fieldTypes[type as keyof FieldTypes] : type) as ComponentType<
    typeof props
  >;
  return (
    <ControlledFieldContext value={controlled}>
      <Field {...props} />
      {displayError && <FormFieldError />}
    </ControlledFieldContext>
  );
}
