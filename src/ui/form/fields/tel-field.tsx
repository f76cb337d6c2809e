import { TextInput } from "../../controls/text-input.tsx";
import type { TextFieldProps } from "./text-field.tsx";
import { useText } from "./use-text.ts";

/** A telephone number. */
export function TelField(props: TextFieldProps) {
  return <TextInput type="tel" autoComplete="tel" {...useText()} dir="ltr" {...props} />;
}
