import type { ChangeEvent, ComponentProps, CSSProperties } from "react";
import "./code-input.css";
import { toLatinDigits } from "./to-latin-digits.ts";

type CodeInputProps = Omit<ComponentProps<"input">, "type" | "pattern"> & {
  /** The number of characters and slots. Further characters are cut off. */
  length: number;
  /** The accepted characters; digits by default. Others are removed. */
  pattern?: RegExp;
  /** Called whenever the code is complete. */
  onComplete?(input: HTMLInputElement): void;
};

/** Removes spaces, hyphens and other characters, and cuts to the length. */
export function cleanCode(
  text: string,
  { length, pattern = /^\d$/ }: { length: number; pattern?: RegExp | undefined },
): string {
  return [...toLatinDigits(text)]
    .filter((character) => pattern.test(character))
    .slice(0, length)
    .join("");
}

/**
 * A one-time code (specification, "One-time-code input"): a single input that looks like slots, so that typing, pasting
 * and autofill are native.
 */
export function CodeInput({ length, pattern, onComplete, onChange, ...props }: CodeInputProps) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const code = cleanCode(input.value, { length, pattern });
    if (input.value !== code) input.value = code;
    onChange?.(event);
    if (code.length === length) onComplete?.(input);
  }

  return (
    <div className="@container">
      <div className="code-input" style={{ "--slots": length } as CSSProperties}>
        <input
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
