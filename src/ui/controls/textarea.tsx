import type { ComponentProps, CSSProperties } from "react";
import { ControlFrame } from "./control-frame.tsx";

/** A multi-line text input, at least `rows` high. It grows with its text where the browser supports `field-sizing`. */
export function Textarea({ className = "", rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <ControlFrame>
      <textarea
        rows={rows}
        className={`control-input field-sizing-content max-h-[60vh] min-h-[calc(var(--rows)*1lh+1rem)] resize-y rounded-[inherit] py-2 ${className}`}
        style={{ "--rows": rows } as CSSProperties}
        {...props}
      />
    </ControlFrame>
  );
}
