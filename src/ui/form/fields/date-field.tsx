import type { ComponentProps } from "react";
import { DateInput } from "../../controls/date-input/date-input.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

/** A day; the value is its start, or `null`. */
export function DateField(props: Omit<ComponentProps<typeof DateInput>, ControllerPropNames>) {
  const { field, attributes } = useControlledField();
  return <DateInput {...field} {...attributes} value={field.value ?? null} {...props} />;
}
