import type { ComponentProps } from "react";
import { ControlFrame } from "./control-frame.tsx";

/** A single-line text input. */
export function TextInput({ className = "", ...props }: ComponentProps<"input">) {
  return (
    <ControlFrame>
      <input className={`control-input ${className}`} {...props} />
    </ControlFrame>
  );
}
