import type { ComponentProps } from "react";
import { ControlFrame } from "./control-frame.tsx";

type TextInputProps = ComponentProps<"input"> & Pick<ComponentProps<typeof ControlFrame>, "start" | "end">;

/** A single-line text input. */
export function TextInput({ start, end, className = "", ...props }: TextInputProps) {
  return (
    <ControlFrame start={start} end={end}>
      <input className={`control-input ${className}`} {...props} />
    </ControlFrame>
  );
}
