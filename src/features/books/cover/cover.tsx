import { CoverBoard, type CoverSize } from "./cover-board.tsx";
import { coverDesign } from "./cover-design.ts";

export type CoverOptions = {
  size?: CoverSize;
  // optional: images
  /** Whether it is visible before scrolling: its picture is then loaded eagerly. */
  isFirst?: boolean;
  // end: images
};

export type CoverProps = CoverOptions & {
  title: string;
  author: string;
  /** The genre's hue, in degrees of OKLCH. */
  hue: number;
};

/** A generated cover, as wide as its container. */
export function Cover({ size, ...book }: CoverProps) {
  const design = coverDesign(book);
  const { family, scale, turn, inkHue, title } = design;
  const isThumb = size === "thumb";
  return (
    <CoverBoard
      design={design}
      size={size}
      className={`cover-${family}`}
      style={{
        ...{ "--ink-hue": inkHue, "--scale": scale, "--turn": `${turn}deg` },
        ...(!isThumb && { "--size": title.size, "--lines": title.lines }),
      }}
    >
      <span className="cover-label">
        {!isThumb && (
          <>
            <span className="cover-title" dir="auto">
              {title.text}
            </span>
            <span className="cover-author" dir="auto">
              {book.author}
            </span>
          </>
        )}
      </span>
    </CoverBoard>
  );
}
