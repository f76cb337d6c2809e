import type { ComponentProps } from "react";
import { CheckboxGroup } from "../../controls/checkbox-group.tsx";
import { useControlledField, type GivenByController } from "../controlled-field.ts";
import { useGroup } from "./use-group.ts";

/** Any number of a few choices, all of them in sight; the value is the array of those that are checked. */
export function CheckboxGroupField(props: Omit<ComponentProps<typeof CheckboxGroup>, GivenByController>) {
  const { value } = useControlledField().field;
  return <CheckboxGroup {...useGroup()} value={value ?? []} {...props} />;
}
