import type { ComponentProps } from "react";
import { NumberInput } from "../../controls/number-input/number-input.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

/** A number or an amount; the value of an empty field is `null`. */
export function NumberField(props: Omit<ComponentProps<typeof NumberInput>, ControllerPropNames>) {
  const { field, attributes } = useControlledField();
  return <NumberInput {...field} {...attributes} value={field.value ?? null} {...props} />;
}
