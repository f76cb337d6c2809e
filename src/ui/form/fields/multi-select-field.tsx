import type { ComponentProps } from "react";
import { MultiSelect } from "../../controls/select/multi-select.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

/** Any number of options; the value is the list of their ids. */
export function MultiSelectField(props: Omit<ComponentProps<typeof MultiSelect>, ControllerPropNames>) {
  const { field, attributes } = useControlledField();
  return <MultiSelect {...field} {...attributes} value={field.value ?? []} {...props} />;
}
