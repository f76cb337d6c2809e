import { useRef, type ComponentProps } from "react";
import { CodeInput } from "./code-input.tsx";
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
  const isDone = useRef(!submitsWhenComplete);

  function submitOnce({ form }: HTMLInputElement) {
    if (isDone.current) return;
    isDone.current = true;
    form?.requestSubmit();
  }

  return (
    <FieldLayout {...{ id, label, error, hint }}>
      <CodeInput
        length={length}
        onComplete={submitOnce}
        {...fieldAttributes({ id, error, hint })}
        {...props}
      />
    </FieldLayout>
  );
}
