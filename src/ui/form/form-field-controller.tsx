import { useEffect, use, useMemo, type ComponentProps, type ComponentType } from "react";
import { get, useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { ControlledFieldContext } from "./controlled-field.ts";
import { CheckboxField } from "./fields/checkbox-field.tsx";
import { CheckboxGroupField } from "./fields/checkbox-group-field.tsx";
import { ComboboxField } from "./fields/combobox-field.tsx";
import { CustomField } from "./fields/custom-field.tsx";
import { DateField } from "./fields/date-field.tsx";
import { EmailField } from "./fields/email-field.tsx";
import { FileField } from "./fields/file-field.tsx";
import { MultiSelectField } from "./fields/multi-select-field.tsx";
import { NumberField } from "./fields/number-field.tsx";
import { OtpField } from "./fields/otp-field.tsx";
import { RadioGroupField } from "./fields/radio-group-field.tsx";
import { SelectField } from "./fields/select-field.tsx";
import { TelField } from "./fields/tel-field.tsx";
import { TextField } from "./fields/text-field.tsx";
import { TextareaField } from "./fields/textarea-field.tsx";
import { FormContext, type FieldIds } from "./form-context.ts";
import { fieldErrorMessage } from "./form-errors.ts";
import { FormFieldError } from "./form-field-error.tsx";
import { useFormField } from "./form-field.tsx";

/** The types of fields that there are (specification, "Forms"), and what shows each. */
const types = {
  custom: CustomField,
  text: TextField,
  textarea: TextareaField,
  email: EmailField,
  tel: TelField,
  otp: OtpField,
  date: DateField,
  select: SelectField,
  combobox: ComboboxField,
  "multi-select": MultiSelectField,
  number: NumberField,
  "radio-group": RadioGroupField,
  checkbox: CheckboxField,
  "checkbox-group": CheckboxGroupField,
  file: FileField,
};

type Types = typeof types;
type PropsByType = { [Type in keyof Types]: { type: Type } & ComponentProps<Types[Type]> }[keyof Types];

type FormFieldControllerProps<Input extends FieldValues, Output> = PropsByType & {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** `false` where a `FormFieldError` is placed by hand. */
  displayError?: boolean;
};

/**
 * A field's control, bound to its value in the form, with its error beneath it. Which control, `type` says; the other
 * props are that control's.
 * @throws outside of a `FormField`.
 */
export function FormFieldController<Input extends FieldValues, Output>({
  control: typedControl,
  name,
  type,
  displayError = true,
  ...props
}: FormFieldControllerProps<Input, Output>) {
  const { id, labelId, helperId, errorId, hasHelper } = useFormField();
  const control = typedControl as unknown as Control;
  const { field, formState } = useController({ control, name });
  const hasError = Boolean(fieldErrorMessage(formState.errors, name));
  const initialValue = get(formState.defaultValues, name);
  useRegisterField(name, { id, labelId });

  const describedBy = [hasHelper && helperId, hasError && errorId].filter(Boolean).join(" ") || undefined;
  const controlled = useMemo(
    () => ({
      control,
      field,
      initialValue,
      labelId,
      attributes: {
        id,
        name,
        "aria-invalid": hasError || undefined,
        "aria-describedby": describedBy,
      },
    }),
    [control, field, initialValue, labelId, id, name, hasError, describedBy],
  );

  // Each type's props are those of its own control: PropsByType sees to that for whoever calls.
  const Field = types[type] as ComponentType<typeof props>;
  return (
    <ControlledFieldContext value={controlled}>
      <Field {...props} />
      {displayError && <FormFieldError />}
    </ControlledFieldContext>
  );
}

function useRegisterField(name: string, { id, labelId }: FieldIds): void {
  const registerField = use(FormContext)?.registerField;
  useEffect(() => registerField?.(name, { id, labelId }), [registerField, name, id, labelId]);
}
