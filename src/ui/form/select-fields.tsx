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
