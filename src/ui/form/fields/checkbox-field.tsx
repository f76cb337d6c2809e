import type { ComponentProps } from "react";
import { Checkbox } from "../../controls/checkbox.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

/** A single checkbox with its own label. The value is a boolean. */
export function CheckboxField(props: Omit<ComponentProps<typeof Checkbox>, ControllerPropNames | "labelId">) {
  const { field, attributes, labelId } = useControlledField();
  const { value, onChange, ...bound } = field;
  return (
    <Checkbox
      {...bound}
      {...attributes}
      labelId={labelId}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...props}
    />
  );
}
