import type { ChangeEvent, ComponentProps, CSSProperties } from "react";
import "./code-input.css";
import { toLatinDigits } from "./to-latin-digits.ts";

type CodeInputProps = Omit<ComponentProps<"input">, "type" | "pattern"> & {
  /** How many characters the code has: as many slots are drawn, and what is more is cut off. */
  length: number;
  /** Which characters it takes; digits unless told. Others are left out. */
  pattern?: RegExp;
  /** Each time the last character is there. */
  onComplete?(input: HTMLInputElement): void;
};

/** What was typed or pasted as a code: without spaces, hyphens and what exceeds its length. */
function codeOf(text: string, { length, pattern }: { length: number; pattern: RegExp }): string {
  return [...toLatinDigits(text)]
    .filter((character) => pattern.test(character))
    .slice(0, length)
    .join("");
}

/**
 * A one-time code: one input, drawn as slots, so that typing, pasting and autofill work as in any other
 * (specification, "One-time-code input").
 */
export function CodeInput({ length, pattern = /^\d$/, onComplete, onChange, ...props }: CodeInputProps) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const code = codeOf(input.value, { length, pattern });
    if (input.value !== code) input.value = code;
    onChange?.(event);
    if (code.length === length) onComplete?.(input);
  }

  return (
    <div className="code-input-space">
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
