import { useRef, type ComponentProps } from "react";
import { CodeInput } from "./code-input.tsx";
import { FieldLayout, fieldAttributes, type Field } from "./field.tsx";

type CodeFieldProps = Omit<ComponentProps<typeof Field>, "type" | "onChange" | "pattern"> & {
  /** How many characters the code has. */
  length: number;
};

/** A labelled one-time code, whose last character submits the form, once. For forms that need no form library. */
export function CodeField({ length, id, label, error, hint, ...props }: CodeFieldProps) {
  const submitted = useRef(false);

  function submitOnce({ form }: HTMLInputElement) {
    if (submitted.current) return;
    submitted.current = true;
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
