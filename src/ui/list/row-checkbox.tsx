import type { ComponentProps, RefObject } from "react";

type RowCheckboxProps = Omit<ComponentProps<"input">, "onChange" | "ref"> & {
  /** Some of the rows are selected. */
  isMixed?: boolean;
  onCheckedChange: (isSelected: boolean, isRange: boolean) => void;
  ref?: RefObject<HTMLInputElement | null>;
};

/** The checkbox at the start of a row. The whole cell is its label. */
export function RowCheckbox({ isMixed = false, onCheckedChange, ref, ...props }: RowCheckboxProps) {
  return (
    <label className="grid size-11 place-items-center select-none">
      <input
        ref={(input) => {
          if (input) input.indeterminate = isMixed;
          if (ref) ref.current = input;
        }}
        type="checkbox"
        // The native event of a checkbox change is a click, also with the keyboard.
        onChange={({ target, nativeEvent }) =>
          onCheckedChange(target.checked, (nativeEvent as MouseEvent).shiftKey)
        }
        {...props}
      />
    </label>
  );
}
