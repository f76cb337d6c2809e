import type { ComponentProps, CSSProperties } from "react";
import { ControlFrame } from "./control-frame.tsx";
import "./textarea.css";

/** A multi-line text input, at least `rows` high. It grows with its text where the browser supports `field-sizing`. */
export function Textarea({ className = "", rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <ControlFrame>
      <textarea
        rows={rows}
        className={`control-input textarea ${className}`}
        style={{ "--rows": rows } as CSSProperties}
        {...props}
      />
    </ControlFrame>
  );
}
