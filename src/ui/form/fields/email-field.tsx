import { TextInput } from "../../controls/text-input.tsx";
import type { TextFieldProps } from "./text-field.tsx";
import { useTextField } from "./use-text-field.ts";

/** An e-mail address. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextInput
      type="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      {...useTextField()}
      dir="ltr"
      {...props}
    />
  );
}
