import type { ComponentProps, CSSProperties } from "react";
import { ControlFrame } from "./control-frame.tsx";
import "./textarea.css";

/** Several lines of text: it is `rows` high, and grows with what is typed where the browser knows how. */
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
