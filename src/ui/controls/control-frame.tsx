import type { ComponentProps, ReactNode } from "react";
import "./control-frame.css";

type ControlFrameProps = ComponentProps<"div"> & {
  /** What stands before and after the input, inside its edge: icons and small buttons. */
  start?: ReactNode;
  end?: ReactNode;
};

/**
 * The box of what can be filled in. It wears the input's states: focus, `aria-invalid`, disabled, read-only. The
 * input inside has the class `control-input`.
 */
export function ControlFrame({ start, end, className = "", children, ...props }: ControlFrameProps) {
  return (
    <div className={`control-frame ${className}`} {...props}>
      {start}
      {children}
      {end}
    </div>
  );
}
