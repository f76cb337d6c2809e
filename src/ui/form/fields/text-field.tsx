import type { ComponentProps } from "react";
import { TextInput } from "../../controls/text-input.tsx";
import type { GivenByController } from "../controlled-field.ts";
import { useText } from "./use-text.ts";

export type TextFieldProps = Omit<ComponentProps<typeof TextInput>, GivenByController>;

/** A line of text. */
export function TextField(props: TextFieldProps) {
  return <TextInput type="text" {...useText()} {...props} />;
}
