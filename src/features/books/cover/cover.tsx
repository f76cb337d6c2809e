import { useState, type CSSProperties, type ReactNode } from "react";
import type { BookCover } from "../schema.ts";
import { CoverPicture } from "./cover-picture.tsx";
import { coverDesign } from "./cover-design.ts";
import "./cover.css";

type CoverProps = {
  title: string;
  author: string;
  /** Of the book's genre, in degrees of OKLCH. */
  hue: number;
  /** The uploaded one; without it, and where it can't be loaded, the cover is drawn. */
  picture?: BookCover | null;
  /** `thumb` (about 32 px wide) has a blank label; `large` lies higher above the page. */
  size?: "thumb" | "card" | "large";
  /** Whether it can be seen as soon as the page is there: its picture is then loaded at once. */
  isFirst?: boolean;
  /** Whether screen readers pass over it, as they should where title and author stand beside it. */
  decorative?: boolean;
  /** What lies over all of it in place of a picture that is stored. */
  children?: ReactNode;
};

/** The cover of a book, uploaded or drawn. As wide as its container, 5 : 8. */
export function Cover({
  title,
  author,
  hue,
  picture,
  size = "card",
  isFirst = false,
  decorative = true,
  children,
}: CoverProps) {
  const [brokenId, setBrokenId] = useState<string>();
  const { family, paper, scale, turn, inkHue, binding, title: fit } = coverDesign({ title, author, hue });
  const isThumb = size === "thumb";
  const stored = picture && picture.id !== brokenId ? picture : undefined;
  const isPicture = children || stored;
  const style: Record<`--${string}`, string | number> = {
    "--hue": hue,
    ...(!isPicture && { "--ink-hue": inkHue, "--scale": scale, "--turn": `${turn}deg` }),
    ...(!isPicture && !isThumb && { "--size": fit.size, "--lines": fit.lines }),
  };
  const named = decorative
    ? { "aria-hidden": true }
    : { role: "img", "aria-label": [title, author].filter(Boolean).join(", ") };

  return (
    <span
      className={`cover cover-${size} ${isPicture ? "cover-pictured" : `cover-${family}`} cover-${paper} cover-${binding}`}
      style={style as CSSProperties}
      {...named}
    >
      {children ??
        (stored && (
          <CoverPicture
            key={stored.id}
            picture={stored}
            size={size}
            isFirst={isFirst}
            onBroken={() => setBrokenId(stored.id)}
          />
        ))}
      {!isPicture && (
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
      )}
    </span>
  );
}
