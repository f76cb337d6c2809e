/** The size of an image as it is displayed (after its EXIF orientation), in pixels. */
export type Size = { width: number; height: number };

/** A part of an image, in pixels of the image as it is displayed. */
export type Area = Size & { x: number; y: number };

/** The largest area with the aspect ratio (width / height) that fits in the center of an area, in whole pixels. */
export function largestCenteredArea({ x, y, width, height }: Area, aspectRatio: number): Area {
  const fitted = {
    width: Math.max(1, Math.min(width, Math.round(height * aspectRatio))),
    height: Math.max(1, Math.min(height, Math.round(width / aspectRatio))),
  };
  return {
    x: x + Math.floor((width - fitted.width) / 2),
    y: y + Math.floor((height - fitted.height) / 2),
    ...fitted,
  };
}

/** The part of an area that lies within an image, in whole pixels and at least one pixel wide and high. */
export function clampArea({ width, height }: Size, area: Area): Area {
  const x = Math.min(Math.max(Math.round(area.x), 0), width - 1);
  const y = Math.min(Math.max(Math.round(area.y), 0), height - 1);
  return {
    x,
    y,
    width: Math.min(Math.max(Math.round(area.width), 1), width - x),
    height: Math.min(Math.max(Math.round(area.height), 1), height - y),
  };
}
