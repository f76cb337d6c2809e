import type { ComponentProps } from "react";
import type { GroupOption } from "./checkbox-group.tsx";
import { OptionRow } from "./checkbox.tsx";

type RadioGroupProps = Omit<ComponentProps<"div">, "onChange" | "ref"> & {
  options: readonly GroupOption[];
  /** Unique within the form: the browser groups radio buttons by it. */
  name: string;
  /** `null` if none is selected. */
  value: string | null;
  onChange(value: string): void;
  disabled?: boolean;
  /** Set to the radio button that Tab focuses: the selected one, or else the first. */
  ref?: ComponentProps<"input">["ref"];
};

/** A group of native radio buttons. Label it by `aria-labelledby`. */
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
  const tabStop =
    options.find((option) => option.value === value) ?? options.find((option) => !option.disabled);
  return (
    <div role="radiogroup" className={`grid ${className}`} {...props}>
      {options.map((option) => (
        <OptionRow
          key={option.value}
          type="radio"
          ref={option === tabStop ? ref : undefined}
          name={name}
          label={option.label}
          value={option.value}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          disabled={disabled || option.disabled}
        />
      ))}
    </div>
  );
}
