import { useControlledField } from "../controlled-field.ts";
import { useFormField, useFlagWhileMounted } from "../form-field.tsx";

/** The props that bind a group of controls to its field. The label names the group, not one of its controls. */
export function useGroupField() {
  const { field, attributes, labelId } = useControlledField();
  useFlagWhileMounted(useFormField().setGroup);
  return {
    ...attributes,
    "aria-labelledby": labelId,
    onBlur: field.onBlur,
    onChange: field.onChange,
    ref: field.ref,
  };
}
