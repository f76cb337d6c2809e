import { type ComponentProps, useEffect, useEffectEvent, useRef } from "react";
import { cleanCode, CodeInput } from "./code-input.tsx";
import { FieldLayout, fieldAttributes, type Field } from "./field.tsx";

type CodeFieldProps = Omit<ComponentProps<typeof Field>, "type" | "onChange" | "pattern"> & {
  /** The number of characters. */
  length: number;
  /** Whether the last character submits the form, once. */
  submitsWhenComplete?: boolean;
};

/** A one-time code with its label, for forms without the form library. */
export function CodeField({
  length,
  submitsWhenComplete = true,
  id,
  label,
  error,
  hint,
  ...props
}: CodeFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const isDone = useRef(!submitsWhenComplete);

  function submitOnce({ form }: HTMLInputElement) {
    if (isDone.current) return;
    isDone.current = true;
    form?.requestSubmit();
  }

  const submitTyped = useEffectEvent((input: HTMLInputElement) => {
    const isTyped = input.value !== input.defaultValue;
    if (isTyped && cleanCode(input.value, { length }).length === length) submitOnce(input);
  });

  // The code may have been typed before hydration.
  useEffect(() => {
    if (ref.current) submitTyped(ref.current);
  }, []);

  return (
    <FieldLayout {...{ id, label, error, hint }}>
      <CodeInput
        length={length}
        onComplete={submitOnce}
        {...fieldAttributes({ id, error, hint })}
        {...props}
        ref={ref}
      />
    </FieldLayout>
  );
}
