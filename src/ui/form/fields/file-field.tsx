import type { ComponentProps } from "react";
import { FileInput } from "../../controls/file-input.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";

/** A file with a preview; the value is the `File`, or `null`. */
export function FileField(props: Omit<ComponentProps<typeof FileInput>, ControllerPropNames>) {
  const { field, attributes } = useControlledField();
  return <FileInput {...field} {...attributes} value={field.value ?? null} {...props} />;
}
