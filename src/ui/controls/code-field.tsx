import { useRef, type ComponentProps } from "react";
import { CodeInput } from "./code-input.tsx";
import { FieldLayout, fieldAttributes, type Field } from "./field.tsx";

type CodeFieldProps = Omit<ComponentProps<typeof Field>, "type" | "onChange" | "pattern"> & {
  /** The number of characters. */
  length: number;
};

/** A one-time code with its label, for forms without the form library. The last character submits the form, once. */
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
