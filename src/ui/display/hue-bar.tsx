import type { CSSProperties } from "react";

type HueBarProps = {
  /** In degrees of OKLCH. */
  hue: number;
  /** How much of its container it fills: 0 to 1. */
  share: number;
};

/** A horizontal bar, beside the number that it shows. */
export function HueBar({ hue, share }: HueBarProps) {
  return (
    <span className="block h-2 rounded-full bg-muted/80">
      <span
        className="block h-full min-w-2 rounded-full bg-[light-dark(oklch(0.62_0.11_var(--hue)),oklch(0.7_0.1_var(--hue)))] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
        style={{ width: `${share * 100}%`, "--hue": hue } as CSSProperties}
      />
    </span>
  );
}
