import type { ComponentProps } from "react";
import { CheckboxGroup } from "../../controls/checkbox-group.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";
import { useGroupField } from "./use-group-field.ts";

/** Any number of a few choices, all of them in sight; the value is the array of those that are checked. */
export function CheckboxGroupField(props: Omit<ComponentProps<typeof CheckboxGroup>, ControllerPropNames>) {
  const { value } = useControlledField().field;
  return <CheckboxGroup {...useGroupField()} value={value ?? []} {...props} />;
}
