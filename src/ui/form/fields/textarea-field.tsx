import type { ComponentProps } from "react";
import { Textarea } from "../../controls/textarea.tsx";
import type { GivenByController } from "../controlled-field.ts";
import { useText } from "./use-text.ts";

/** Several lines of text. */
export function TextareaField(props: Omit<ComponentProps<typeof Textarea>, GivenByController>) {
  return <Textarea {...useText()} {...props} />;
}
