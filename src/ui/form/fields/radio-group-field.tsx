import type { ComponentProps } from "react";
import { RadioGroup } from "../../controls/radio-group.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";
import { useGroupField } from "./use-group-field.ts";

/** One of a few choices, all of them in sight; the value is the chosen one's, or `null`. */
export function RadioGroupField(props: Omit<ComponentProps<typeof RadioGroup>, ControllerPropNames>) {
  const { value } = useControlledField().field;
  return <RadioGroup {...useGroupField()} value={value ?? null} {...props} />;
}
