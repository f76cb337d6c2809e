import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from "react";
import type { StoredImage } from "#resource/image-schema.ts";
import type { Book } from "../schema.ts";
import { coverDesign } from "./cover-design.ts";
import "./cover.css";

type CoverProps = {
  title: string;
  author: string;
  /** The genre's hue, in degrees of OKLCH. */
  hue: number;
  /** The uploaded cover. Without it, or if it can't be loaded, the cover is generated. */
  picture?: Book["cover"];
  /** `thumb` (about 32 px wide) has a blank label, `large` a larger shadow. */
  size?: "thumb" | "card" | "large";
  /** Whether it is visible before scrolling: its picture is then loaded eagerly. */
  isFirst?: boolean;
  /** Shown in place of the picture. */
  children?: ReactNode;
};

export function CoverOfBook({
  book,
  ...options
}: { book: Pick<Book, "title" | "author" | "genre" | "cover"> } & Pick<CoverProps, "size" | "isFirst">) {
  const { title, author, genre, cover } = book;
  return <Cover title={title} author={author} hue={genre.hue} picture={cover} {...options} />;
}

/** An uploaded or generated cover, as wide as its container. Screen readers skip it: title and author are beside it. */
export function Cover({ title, author, hue, picture, size = "card", isFirst = false, children }: CoverProps) {
  const [brokenId, setBrokenId] = useState<string>();
  const { family, paper, scale, turn, inkHue, binding, title: fit } = coverDesign({ title, author, hue });
  const isThumb = size === "thumb";
  const stored = picture && picture.id !== brokenId ? picture : undefined;
  const hasPicture = children || stored;
  const style: Record<`--${string}`, string | number> = {
    "--hue": hue,
    ...(!hasPicture && { "--ink-hue": inkHue, "--scale": scale, "--turn": `${turn}deg` }),
    ...(!hasPicture && !isThumb && { "--size": fit.size, "--lines": fit.lines }),
  };

  return (
    <span
      className={`cover cover-${size} ${hasPicture ? "cover-pictured" : `cover-${family}`} cover-${paper} cover-${binding}`}
      style={style as CSSProperties}
      aria-hidden
    >
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
      {!hasPicture && (
        <span className="cover-label">
          {!isThumb && (
            <>
              <span className="cover-title" dir="auto">
                {fit.text}
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
