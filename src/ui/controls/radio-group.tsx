import type { ComponentProps } from "react";
import type { GroupOption } from "./checkbox-group.tsx";
import "./option-row.css";

type RadioGroupProps = Omit<ComponentProps<"div">, "onChange" | "ref"> & {
  options: readonly GroupOption[];
  /** Makes the radio buttons one group for the browser: unique in its form. */
  name: string;
  /** `null`: none is chosen yet. */
  value: string | null;
  onChange(value: string): void;
  disabled?: boolean;
  /** Given the radio button that Tab leads to: the chosen one, or else the first. */
  ref?: ComponentProps<"input">["ref"];
};

/** Several choices of which one holds; the arrow keys are the browser's own. Name it by `aria-labelledby`. */
export function RadioGroup({
  options,
  name,
  value,
  onChange,
  disabled,
  ref,
  className = "",
  ...props
}: RadioGroupProps) {
  const reached =
    options.find((option) => option.value === value) ?? options.find((option) => !option.disabled);
  return (
    <div role="radiogroup" className={`grid ${className}`} {...props}>
      {options.map((option) => (
        <label key={option.value} className="option-row">
          <input
            type="radio"
            ref={option === reached ? ref : undefined}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            disabled={disabled || option.disabled}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
