import { use, useEffect, useMemo, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { get, useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { ControlledFieldContext } from "./controlled-field.ts";
import { CheckboxField } from "./fields/checkbox-field.tsx";
import { CheckboxGroupField } from "./fields/checkbox-group-field.tsx";
import { CustomField } from "./fields/custom-field.tsx";
import { DateField } from "./fields/date-field.tsx";
import { EmailField } from "./fields/email-field.tsx";
import { FileField } from "./fields/file-field.tsx";
import { NumberField } from "./fields/number-field.tsx";
import { OtpField } from "./fields/otp-field.tsx";
import { RadioGroupField } from "./fields/radio-group-field.tsx";
import { TelField } from "./fields/tel-field.tsx";
import { TextField } from "./fields/text-field.tsx";
import { TextareaField } from "./fields/textarea-field.tsx";
import { FormContext, type FieldIds } from "./form-context.ts";
import { fieldErrorMessage } from "./form-errors.ts";
import { FormFieldError } from "./form-field-error.tsx";
import { useFormField } from "./form-field.tsx";

/**
 * The field types (specification, "Forms"). Selects are passed as components instead (`type={SelectField}`), so that
 * only the forms that have one load Base UI's Combobox.
 */
const fieldTypes = {
  custom: CustomField,
  text: TextField,
  textarea: TextareaField,
  email: EmailField,
  tel: TelField,
  otp: OtpField,
  date: DateField,
  number: NumberField,
  "radio-group": RadioGroupField,
  checkbox: CheckboxField,
  "checkbox-group": CheckboxGroupField,
  file: FileField,
};

type FieldTypes = typeof fieldTypes;
type PropsByName = { [Name in keyof FieldTypes]: { type: Name } & ComponentProps<FieldTypes[Name]> };

type FormFieldControllerProps<Input extends FieldValues, Output, Props> = {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** `false` where a `FormFieldError` is placed by hand. */
  displayError?: boolean;
} & (PropsByName[keyof FieldTypes] | ({ type: (props: Props) => ReactNode } & Props));

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

  // FieldProps checks the props where the controller is used.
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

function useRegisterField(name: string, { id, labelId }: FieldIds): void {
  const registerField = use(FormContext)?.registerField;
  useEffect(() => registerField?.(name, { id, labelId }), [registerField, name, id, labelId]);
}
