import { Select } from "../../controls/select/select.tsx";
import { useControlledField } from "../controlled-field.ts";
import type { SelectFieldProps } from "./select-field.tsx";

/** One of several options, or what was typed; the value is the option's id or the text, or `null`. */
export function ComboboxField(props: SelectFieldProps) {
  const { field, attributes } = useControlledField();
  return <Select {...field} {...attributes} value={field.value ?? null} allowCustom {...props} />;
}
