import type { CSSProperties, ReactNode } from "react";
import type { coverDesign } from "./cover-design.ts";
import "./cover.css";

/** `thumb` (about 32 px wide) has a blank label, `large` a larger shadow. */
export type CoverSize = "thumb" | "card" | "large";

type CoverBoardProps = {
  design: Pick<ReturnType<typeof coverDesign>, "hue" | "paper" | "binding">;
  size: CoverSize | undefined;
  className: string;
  style?: Record<`--${string}`, string | number>;
  children: ReactNode;
};

/** A cover's paper and spine. Screen readers skip it: title and author are beside it. */
export function CoverBoard({ design, size = "card", className, style, children }: CoverBoardProps) {
  const { hue, paper, binding } = design;
  return (
    <span
      className={`cover cover-${size} ${className} cover-${paper} cover-${binding}`}
      style={{ "--hue": hue, ...style } as CSSProperties}
      aria-hidden
    >
      {children}
    </span>
  );
}
