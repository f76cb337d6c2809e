import { use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { StoredImage } from "#resource/image-schema.ts";
import { AssetsOrigin } from "#ui/assets-origin.ts";
import { Cover, type CoverProps } from "./cover.tsx";
import { CoverBoard } from "./cover-board.tsx";
import { coverDesign } from "./cover-design.ts";
import "./cover-picture.css";

type PicturedCoverProps = CoverProps & {
  /** The uploaded cover. Without it, or if it can't be loaded, the cover is generated. */
  picture: StoredImage | null;
  /** Shown in place of the picture. */
  children?: ReactNode;
};

/** A cover with an uploaded picture on the board of the generated one. */
export function PicturedCover({ picture, children, ...cover }: PicturedCoverProps) {
  const [brokenId, setBrokenId] = useState<string>();
  const { size = "card", isFirst = false } = cover;
  const stored = picture && picture.id !== brokenId ? picture : undefined;
  if (!children && !stored) return <Cover {...cover} />;
  return (
    <CoverBoard design={coverDesign(cover)} size={size} className="cover-pictured">
      {children ??
        (stored && (
          <CoverPicture
            key={stored.id}
            picture={stored}
            size={size}
            isFirst={isFirst}
            onError={() => setBrokenId(stored.id)}
          />
        ))}
    </CoverBoard>
  );
}

/** The displayed width of each cover size, from which browsers choose a file. */
const sizes = {
  thumb: "32px",
  card: "(width >= 40rem) 13rem, 45vw",
  large: "(width >= 40rem) 20rem, 15rem",
};

type CoverPictureProps = {
  picture: StoredImage;
  size: keyof typeof sizes;
  isFirst: boolean;
  onError: () => void;
};

function CoverPicture({ picture, size, isFirst, onError }: CoverPictureProps) {
  const { id, width, height, widths } = picture;
  const origin = use(AssetsOrigin);
  const file = (fileWidth: number | undefined, format: string) =>
    `${origin}/files/${id}-${fileWidth}.${format}`;
  const files = (format: string) =>
    widths.map((fileWidth) => `${file(fileWidth, format)} ${fileWidth}w`).join(", ");
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
        // What can be read is kept for offline pages.
        crossOrigin={origin ? "anonymous" : undefined}
        src={file(widths[0], "webp")}
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
