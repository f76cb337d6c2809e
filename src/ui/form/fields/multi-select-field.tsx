import type { ComponentProps } from "react";
import { MultiSelect } from "../../controls/select/multi-select.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

/** A select of several options; the value is the array of their ids. */
export function MultiSelectField(props: Omit<ComponentProps<typeof MultiSelect>, ControllerPropNames>) {
  const { field, attributes } = useControlledField();
  return <MultiSelect {...field} {...attributes} value={field.value ?? []} {...props} />;
}
