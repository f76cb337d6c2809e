import { MultiSelect } from "../controls/select/multi-select.tsx";
import { Select } from "../controls/select/select.tsx";
import { useValueField, type ControlProps } from "./controlled-field.ts";

/** A select; the value is the option's id, or `null`. With `allowCustom` it can also be new text. */
export function SelectField(props: ControlProps<typeof Select>) {
  return <Select {...useValueField(null)} {...props} />;
}

/** A select of several options; the value is the array of their ids. */
export function MultiSelectField(props: ControlProps<typeof MultiSelect>) {
  return <MultiSelect {...useValueField([])} {...props} />;
}
