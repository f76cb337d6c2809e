import { useEffect, useRef, type ComponentProps, type RefObject } from "react";

type RowCheckboxProps = Omit<ComponentProps<"input">, "onChange" | "ref"> & {
  /** Some of what it stands for is selected. */
  isMixed?: boolean;
  onTick: (isSelected: boolean, isRange: boolean) => void;
  ref?: RefObject<HTMLInputElement | null>;
};

/** A box to tick at the start of a row; all of its cell can be hit. */
export function RowCheckbox({ isMixed = false, onTick, ref, ...props }: RowCheckboxProps) {
  const own = useRef<HTMLInputElement>(null);
  const boxRef = ref ?? own;

  useEffect(() => {
    if (boxRef.current) boxRef.current.indeterminate = isMixed;
  }, [boxRef, isMixed]);

  return (
    <label className="select-box">
      <input
        ref={boxRef}
        type="checkbox"
        // React tells of a box's change by its click, by mouse and by Space.
        onChange={({ target, nativeEvent }) => onTick(target.checked, (nativeEvent as MouseEvent).shiftKey)}
        {...props}
      />
    </label>
  );
}
