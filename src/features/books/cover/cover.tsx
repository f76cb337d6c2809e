import type { CSSProperties } from "react";
import { coverDesign } from "./design.ts";
import "./cover.css";

type CoverProps = {
  title: string;
  author: string;
  /** Of the book's genre, in degrees of OKLCH. */
  hue: number;
  /** `thumb` (about 32 px wide) has a blank label; `large` lies higher above the page. */
  size?: "thumb" | "card" | "large";
  /** Whether screen readers pass over it, as they should where title and author stand beside it. */
  decorative?: boolean;
};

/** The drawn cover of a book. As wide as its container, 5 : 8. */
export function Cover({ title, author, hue, size = "card", decorative = true }: CoverProps) {
  const { family, paper, scale, turn, inkHue, binding, title: fit } = coverDesign({ title, author, hue });
  const isThumb = size === "thumb";
  const style: Record<`--${string}`, string | number> = {
    "--hue": hue,
    "--ink-hue": inkHue,
    "--scale": scale,
    "--turn": `${turn}deg`,
    ...(!isThumb && { "--size": fit.size, "--lines": fit.lines }),
  };
  const named = decorative
    ? { "aria-hidden": true }
    : { role: "img", "aria-label": [title, author].filter(Boolean).join(", ") };

  return (
    <span
      className={`cover cover-${size} cover-${family} cover-${paper} cover-${binding}`}
      style={style as CSSProperties}
      {...named}
    >
      <span className="cover-label">
        {!isThumb && (
          <>
            <span className="cover-title" dir="auto">
              {title}
            </span>
            <span className="cover-author" dir="auto">
              {author}
            </span>
          </>
        )}
      </span>
    </span>
  );
}
