import { useEffect, useEffectEvent, useRef } from "react";
import type { BookCover } from "../schema.ts";

/** How wide covers are shown, so that browsers choose the file that suffices. */
const shownWidths = {
  thumb: "32px",
  card: "(width >= 40rem) 13rem, 45vw",
  large: "(width >= 40rem) 20rem, 15rem",
};

type CoverPictureProps = {
  picture: BookCover;
  size: keyof typeof shownWidths;
  isFirst: boolean;
  /** It can't be loaded. */
  onBroken: () => void;
};

/** An uploaded cover's picture, over all of the cover. */
export function CoverPicture({ picture, size, isFirst, onBroken }: CoverPictureProps) {
  const { id, width, height, widths } = picture;
  const files = (format: string) =>
    widths.map((each) => `/files/${id}-${each}.${format} ${each}w`).join(", ");
  const image = useRef<HTMLImageElement>(null);
  const tellBroken = useEffectEvent(onBroken);

  // It may have failed before there was a script to hear of it.
  useEffect(() => {
    const { complete, naturalWidth, currentSrc } = image.current ?? {};
    if (complete && naturalWidth === 0 && currentSrc) tellBroken();
  }, []);

  return (
    <picture>
      <source type="image/avif" srcSet={files("avif")} sizes={shownWidths[size]} />
      <img
        ref={image}
        className="cover-picture"
        src={`/files/${id}-${widths[0]}.webp`}
        srcSet={files("webp")}
        sizes={shownWidths[size]}
        width={width}
        height={height}
        alt=""
        draggable={false}
        decoding="async"
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst && size === "large" ? "high" : undefined}
        onError={onBroken}
      />
    </picture>
  );
}
