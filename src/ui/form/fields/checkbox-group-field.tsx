import type { ComponentProps } from "react";
import { CheckboxGroup } from "../../controls/checkbox-group.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";
import { useGroupField } from "./use-group-field.ts";

/** Checkboxes; the value is the array of the checked values. */
export function CheckboxGroupField(props: Omit<ComponentProps<typeof CheckboxGroup>, ControllerPropNames>) {
  const { value } = useControlledField().field;
  return <CheckboxGroup {...useGroupField()} value={value ?? []} {...props} />;
}
