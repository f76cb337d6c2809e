import { TextInput } from "../../controls/text-input.tsx";
import type { TextFieldProps } from "./text-field.tsx";
import { useTextField } from "./use-text-field.ts";

/** A telephone number. */
export function TelField(props: TextFieldProps) {
  return <TextInput type="tel" autoComplete="tel" {...useTextField()} dir="ltr" {...props} />;
}
