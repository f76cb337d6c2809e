import type { FieldValues } from "react-hook-form";
import { FormFieldController, type FormFieldControllerProps } from "./form-field-controller.tsx";
import { FormField, FormFieldLabel } from "./form-field.tsx";

/** A `FormField` of a label and a control, whose properties are those of `FormFieldController`. */
export function LabeledField<Input extends FieldValues, Output, Props extends object>({
  label,
  ...controller
}: { label: string } & FormFieldControllerProps<Input, Output, Props>) {
  return (
    <FormField>
      <FormFieldLabel>{label}</FormFieldLabel>
      <FormFieldController {...(controller as FormFieldControllerProps<Input, Output, Props>)} />
    </FormField>
  );
}
