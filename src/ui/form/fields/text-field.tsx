import type { ComponentProps } from "react";
import { TextInput } from "../../controls/text-input.tsx";
import type { ControllerPropNames } from "../controlled-field.ts";
import { useTextField } from "./use-text-field.ts";

export type TextFieldProps = Omit<ComponentProps<typeof TextInput>, ControllerPropNames>;

/** A line of text. */
export function TextField(props: TextFieldProps) {
  return <TextInput type="text" {...useTextField()} {...props} />;
}
