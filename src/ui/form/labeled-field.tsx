import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FormFieldController, type FormFieldControllerProps } from "./form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "./form-field.tsx";

/**
 * A `FormField` of a label and a control, whose properties are those of `FormFieldController`. The label of a single
 * checkbox is beside it.
 * @param o.help a line below the control
 */
export function LabeledField<Input extends FieldValues, Output, Props extends object>({
  label,
  help,
  ...props
}: { label: string; help?: ReactNode } & FormFieldControllerProps<Input, Output, Props>) {
  const isCheckbox = props.type === "checkbox";
  const controller = { ...props, ...(isCheckbox && { label }) } as FormFieldControllerProps<
    Input,
    Output,
    Props
  >;
  return (
    <FormField name={props.name}>
      {!isCheckbox && <FormFieldLabel>{label}</FormFieldLabel>}
      <FormFieldController {...controller} />
      {help && <FormFieldHelper>{help}</FormFieldHelper>}
    </FormField>
  );
}
