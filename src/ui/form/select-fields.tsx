import { MultiSelect } from "../controls/select/multi-select.tsx";
import { Select } from "../controls/select/select.tsx";
import { useValueField, type ControlProps } from "./controlled-field.ts";

type SelectFieldProps = Omit<ControlProps<typeof Select>, "allowCustom">;

/** A select; the value is the option's id, or `null`. */
export function SelectField(props: SelectFieldProps) {
  return <Select {...useValueField(null)} {...props} />;
}

/** A select that also accepts new text; the value is an option's id, the text, or `null`. */
export function ComboboxField(props: SelectFieldProps) {
  return <Select {...useValueField(null)} allowCustom {...props} />;
}

/** A select of several options; the value is the array of their ids. */
export function MultiSelectField(props: ControlProps<typeof MultiSelect>) {
  return <MultiSelect {...useValueField([])} {...props} />;
}
