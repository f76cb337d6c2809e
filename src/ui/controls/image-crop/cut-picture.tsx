import type { Area, Size } from "./area.ts";
import "./cut-picture.css";

type CutPictureProps = {
  /** The picture's address. */
  src: string;
  /** Its size as it is seen. */
  size: Size;
  /** What fills the container. */
  area: Area;
};

/** A part of a picture, over all of its container, which decides what is seen of the rest; decoration. */
export function CutPicture({ src, size, area }: CutPictureProps) {
  const percent = (part: number) => `${part * 100}%`;
  return (
    <span className="cut-picture" dir="ltr">
      <img
        src={src}
        alt=""
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
