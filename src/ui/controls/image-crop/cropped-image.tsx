import type { Area, Size } from "#lib/crop.ts";

type CroppedImageProps = {
  src: string;
  /** The image's size. */
  size: Size;
  /** The area that fills the container. */
  area: Area;
};

/** Fills its container with an area of an image. The container clips the rest. Decorative. */
export function CroppedImage({ src, size, area }: CroppedImageProps) {
  const percent = (fraction: number) => `${fraction * 100}%`;
  return (
    <span className="cropped-image absolute inset-0" dir="ltr">
      <img
        src={src}
        alt=""
        className="absolute start-0 top-0 max-w-none"
        draggable={false}
        style={{
          width: percent(size.width / area.width),
          height: percent(size.height / area.height),
          translate: `${percent(-area.x / size.width)} ${percent(-area.y / size.height)}`,
        }}
      />
    </span>
  );
}
