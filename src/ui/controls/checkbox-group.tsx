import type { ComponentProps, ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";

export type GroupOption = { label: ReactNode; value: string; disabled?: boolean };

type CheckboxGroupProps = Omit<ComponentProps<"div">, "onChange" | "ref"> & {
  options: readonly GroupOption[];
  name?: string;
  /** The values that are checked, in the order of the options. */
  value: readonly string[];
  onChange(value: string[]): void;
  disabled?: boolean;
  /** Given the first checkbox. */
  ref?: ComponentProps<"input">["ref"];
};

/** Several choices of which any number may hold. Name it by `aria-labelledby`. */
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
    const checked = options.map((option) => option.value);
    onChange(checked.filter((each) => (each === changed ? isChecked : value.includes(each))));
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
