import type { ComponentProps } from "react";
import { Textarea } from "../../controls/textarea.tsx";
import type { ControllerPropNames } from "../controlled-field.ts";
import { useTextField } from "./use-text-field.ts";

/** Several lines of text. */
export function TextareaField(props: Omit<ComponentProps<typeof Textarea>, ControllerPropNames>) {
  return <Textarea {...useTextField()} {...props} />;
}
