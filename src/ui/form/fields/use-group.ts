import { useControlledField } from "../controlled-field.ts";
import { useFormField, useSaid } from "../form-field.tsx";

/** The props by which a group of controls is bound to its field. Its label names the group, not one control. */
export function useGroup() {
  const { field, attributes, labelId } = useControlledField();
  useSaid(useFormField().setGroup);
  return {
    ...attributes,
    "aria-labelledby": labelId,
    onBlur: field.onBlur,
    onChange: field.onChange,
    ref: field.ref,
  };
}
