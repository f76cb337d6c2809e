import type { ComponentProps } from "react";
import { RadioGroup } from "../../controls/radio-group.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";
import { useGroupField } from "./use-group-field.ts";

/** Radio buttons; the value is the selected one, or `null`. */
export function RadioGroupField(props: Omit<ComponentProps<typeof RadioGroup>, ControllerPropNames>) {
  const { value } = useControlledField().field;
  return <RadioGroup {...useGroupField()} value={value ?? null} {...props} />;
}
