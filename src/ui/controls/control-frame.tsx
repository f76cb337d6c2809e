import type { ComponentProps, ReactNode } from "react";
import "./control-frame.css";

type ControlFrameProps = ComponentProps<"div"> & {
  /** Icons and small buttons inside the frame, before and after the input. */
  start?: ReactNode;
  end?: ReactNode;
};

/**
 * The frame of an input. It shows the input's states: focus, `aria-invalid`, disabled, read-only. The input needs the
 * class `control-input`.
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
