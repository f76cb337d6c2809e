import { useEffect, useEffectEvent, useRef } from "react";
import type { BookCover } from "../schema.ts";

/** The displayed width of each cover size, from which browsers choose a file. */
const sizes = {
  thumb: "32px",
  card: "(width >= 40rem) 13rem, 45vw",
  large: "(width >= 40rem) 20rem, 15rem",
};

type CoverPictureProps = {
  picture: BookCover;
  size: keyof typeof sizes;
  isFirst: boolean;
  onError: () => void;
};

/** The picture of an uploaded cover. */
export function CoverPicture({ picture, size, isFirst, onError }: CoverPictureProps) {
  const { id, width, height, widths } = picture;
  const files = (format: string) =>
    widths.map((fileWidth) => `/files/${id}-${fileWidth}.${format} ${fileWidth}w`).join(", ");
  const image = useRef<HTMLImageElement>(null);
  const reportError = useEffectEvent(onError);

  // The picture may have failed to load before hydration.
  useEffect(() => {
    const { complete, naturalWidth, currentSrc } = image.current ?? {};
    if (complete && naturalWidth === 0 && currentSrc) reportError();
  }, []);

  return (
    <picture>
      <source type="image/avif" srcSet={files("avif")} sizes={sizes[size]} />
      <img
        ref={image}
        className="cover-picture"
        src={`/files/${id}-${widths[0]}.webp`}
        srcSet={files("webp")}
        sizes={sizes[size]}
        width={width}
        height={height}
        alt=""
        draggable={false}
        decoding="async"
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst && size === "large" ? "high" : undefined}
        onError={onError}
      />
    </picture>
  );
}
