import {
  useEffect,
  useEffectEvent,
  useRef,
  type ChangeEvent,
  type ComponentProps,
  type CSSProperties,
} from "react";
import "./code-input.css";
import { FieldLayout, fieldAttributes, type Field } from "./field.tsx";
import { toLatinDigits } from "./to-latin-digits.ts";

type CodeInputProps = Omit<ComponentProps<"input">, "type" | "pattern"> & {
  /** The number of characters and slots. Further characters are cut off. */
  length: number;
  /** The accepted characters; digits by default. Others are removed. */
  pattern?: RegExp;
  /** Whether the last character submits the form, unless it has been submitted before. */
  submitsWhenComplete?: boolean;
};

/**
 * A one-time code (specification, "One-time-code input"): a single input that looks like slots, so that typing, pasting
 * and autofill are native.
 */
export function CodeInput({ length, pattern, submitsWhenComplete, onChange, ...props }: CodeInputProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isSubmitted = useRef(false);

  useEffect(() => {
    const form = frame.current?.closest("form");
    const mark = () => void (isSubmitted.current = true);
    form?.addEventListener("submit", mark);
    return () => form?.removeEventListener("submit", mark);
  }, []);

  function submitIfComplete({ value, form }: HTMLInputElement) {
    if (!submitsWhenComplete || isSubmitted.current) return;
    if (cleanCode(value, length, pattern).length === length) form?.requestSubmit();
  }

  // The code may have been typed before hydration.
  const submitTyped = useEffectEvent((input: HTMLInputElement) => {
    if (input.value !== input.defaultValue) submitIfComplete(input);
  });
  useEffect(() => {
    const input = frame.current?.querySelector("input");
    if (input) submitTyped(input);
  }, []);

  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const code = cleanCode(input.value, length, pattern);
    if (input.value !== code) input.value = code;
    onChange?.(event);
    submitIfComplete(input);
  }

  return (
    <div ref={frame} className="@container">
      <div
        dir="ltr"
        className="code-input overflow-clip rounded-control border border-control font-mono text-2xl outline-offset-2 outline-focus focus-within:outline-2 has-[input:disabled]:opacity-60 has-[input[aria-invalid=true]]:border-danger"
        style={{ "--slots": length } as CSSProperties}
      >
        <input
          className="min-h-14 outline-none"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          onChange={change}
          {...props}
        />
      </div>
    </div>
  );
}

/** Removes spaces, hyphens and other characters, and cuts to the length. */
function cleanCode(text: string, length: number, pattern = /^\d$/): string {
  return [...toLatinDigits(text)]
    .filter((character) => pattern.test(character))
    .slice(0, length)
    .join("");
}

type CodeFieldProps = Omit<ComponentProps<typeof Field>, "type" | "onChange" | "pattern"> & {
  length: number;
  onChange?: () => void;
  submitsWhenComplete?: boolean;
};

/** A code of digits with its label, for forms without the form library. */
export function CodeField({ submitsWhenComplete = true, id, label, error, hint, ...props }: CodeFieldProps) {
  return (
    <FieldLayout {...{ id, label, error, hint }}>
      <CodeInput
        {...fieldAttributes({ id, error, hint })}
        {...props}
        submitsWhenComplete={submitsWhenComplete}
      />
    </FieldLayout>
  );
}
