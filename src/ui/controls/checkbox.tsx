import type { ComponentProps, ReactNode } from "react";
import "./option-row.css";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; labelId?: string };

/** A checkbox with its label. The whole row is clickable. */
export function Checkbox({ label, labelId, className = "", ...props }: CheckboxProps) {
  return (
    <label className={`option-row ${className}`}>
      <input type="checkbox" {...props} />
      <span id={labelId}>{label}</span>
    </label>
  );
}
