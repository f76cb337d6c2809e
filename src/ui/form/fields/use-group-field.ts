import { useControlledField } from "../controlled-field.ts";
import { useFormField, useFlagWhileShown } from "../form-field.tsx";

/** The props by which a group of controls is bound to its field. Its label names the group, not one control. */
export function useGroupField() {
  const { field, attributes, labelId } = useControlledField();
  useFlagWhileShown(useFormField().setGroup);
  return {
    ...attributes,
    "aria-labelledby": labelId,
    onBlur: field.onBlur,
    onChange: field.onChange,
    ref: field.ref,
  };
}
