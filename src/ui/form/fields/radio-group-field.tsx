import type { ComponentProps } from "react";
import { RadioGroup } from "../../controls/radio-group.tsx";
import { useControlledField, type GivenByController } from "../controlled-field.ts";
import { useGroup } from "./use-group.ts";

/** One of a few choices, all of them in sight; the value is the chosen one's, or `null`. */
export function RadioGroupField(props: Omit<ComponentProps<typeof RadioGroup>, GivenByController>) {
  const { value } = useControlledField().field;
  return <RadioGroup {...useGroup()} value={value ?? null} {...props} />;
}
