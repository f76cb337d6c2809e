import type { ComponentProps, ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";

export type GroupOption = { label: ReactNode; value: string; disabled?: boolean };

type CheckboxGroupProps = Omit<ComponentProps<"div">, "onChange" | "ref"> & {
  options: readonly GroupOption[];
  name?: string;
  /** The checked values, in the order of the options. */
  value: readonly string[];
  onChange(value: string[]): void;
  disabled?: boolean;
  /** Set to the first checkbox. */
  ref?: ComponentProps<"input">["ref"];
};

/** A group of checkboxes. Label it by `aria-labelledby`. */
export function CheckboxGroup({
  options,
  name,
  value,
  onChange,
  disabled,
  ref,
  className = "",
  "aria-invalid": isInvalid,
  ...props
}: CheckboxGroupProps) {
  function toggle(changed: string, isChecked: boolean) {
    const values = options.map((option) => option.value);
    onChange(values.filter((each) => (each === changed ? isChecked : value.includes(each))));
  }

  return (
    <div role="group" className={`grid ${className}`} {...props}>
      {options.map((option, index) => (
        <Checkbox
          key={option.value}
          ref={index === 0 ? ref : undefined}
          name={name}
          label={option.label}
          value={option.value}
          checked={value.includes(option.value)}
          onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          disabled={disabled || option.disabled}
          aria-invalid={isInvalid}
        />
      ))}
    </div>
  );
}
