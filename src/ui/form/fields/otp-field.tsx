import type { ComponentProps } from "react";
import { useFormState } from "react-hook-form";
import { CodeInput } from "../../controls/code-input.tsx";
import { useControlledField, type ControllerPropNames } from "../controlled-field.ts";
import { useTextField } from "./use-text-field.ts";

type OtpFieldProps = Omit<ComponentProps<typeof CodeInput>, ControllerPropNames | "onComplete"> & {
  /** Whether the last character submits the form, unless it has been submitted before. */
  autoSubmit?: boolean;
};

/** A one-time code (specification, "One-time-code field"). */
export function OtpField({ autoSubmit = false, ...props }: OtpFieldProps) {
  const { control } = useControlledField();
  const { isSubmitted } = useFormState({ control });
  const text = useTextField();

  function complete({ form }: HTMLInputElement) {
    if (autoSubmit && !isSubmitted) form?.requestSubmit();
  }

  return <CodeInput {...text} dir="ltr" {...props} onComplete={complete} />;
}
