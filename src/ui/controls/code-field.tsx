import { useRef, type ComponentProps } from "react";
import "./code-field.css";
import { FieldFrame, framed, type Field } from "./field.tsx";

type CodeFieldProps = Omit<ComponentProps<typeof Field>, "type" | "onChange"> & {
  /** How many characters the code has: as many slots are drawn. */
  length: number;
};

const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** What was typed or pasted as a code: digits of any script, without spaces, hyphens and what exceeds its length. */
function codeOf(text: string, length: number): string {
  return text
    .replaceAll(easternDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/\D/g, "")
    .slice(0, length);
}

/**
 * A one-time code: one field, drawn as slots, so that typing, pasting and autofill work as in any other. The last
 * character submits the form, once (specification, "One-time-code input").
 */
export function CodeField({ length, id, label, error, hint, ...props }: CodeFieldProps) {
  const submitted = useRef(false);

  function change(event: React.ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const code = codeOf(input.value, length);
    if (input.value !== code) input.value = code;
    if (code.length < length || submitted.current) return;
    submitted.current = true;
    input.form?.requestSubmit();
  }

  return (
    <FieldFrame {...{ id, label, error, hint }}>
      <div
        className={`code-field ${error ? "border-danger" : "border-control"}`}
        style={{ "--slots": length } as React.CSSProperties}
      >
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          onChange={change}
          {...framed({ id, error, hint })}
          {...props}
        />
      </div>
    </FieldFrame>
  );
}
