import type { ComponentProps } from "react";
import { Select } from "../../controls/select/select.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

export type SelectFieldProps = Omit<ComponentProps<typeof Select>, ControllerPropNames | "allowCustom">;

/** A select; the value is the option's id, or `null`. */
export function SelectField(props: SelectFieldProps) {
  const { field, attributes } = useControlledField();
  return <Select {...field} {...attributes} value={field.value ?? null} {...props} />;
}
