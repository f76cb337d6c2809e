import { Select } from "../../controls/select/select.tsx";
import { useControlledField } from "../controlled-field.ts";
import type { SelectFieldProps } from "./select-field.tsx";

/** A select that also accepts new text; the value is an option's id, the text, or `null`. */
export function ComboboxField(props: SelectFieldProps) {
  const { field, attributes } = useControlledField();
  return <Select {...field} {...attributes} value={field.value ?? null} allowCustom {...props} />;
}
