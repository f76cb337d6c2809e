/** The size of a picture as it is seen, in pixels. */
export type Size = { width: number; height: number };

/** A part of a picture, in pixels of the picture as it is seen. */
export type Area = Size & { x: number; y: number };

/**
 * The largest part of an area that has a shape, in its middle, in whole pixels.
 * @param shape width divided by height
 */
export function largestArea({ x, y, width, height }: Area, shape: number): Area {
  const fitted = {
    width: Math.max(1, Math.min(width, Math.round(height * shape))),
    height: Math.max(1, Math.min(height, Math.round(width / shape))),
  };
  return {
    x: x + Math.floor((width - fitted.width) / 2),
    y: y + Math.floor((height - fitted.height) / 2),
    ...fitted,
  };
}

/** What of an area lies within a picture, in whole pixels and at least one. */
export function areaWithin({ width, height }: Size, area: Area): Area {
  const x = Math.min(Math.max(Math.round(area.x), 0), width - 1);
  const y = Math.min(Math.max(Math.round(area.y), 0), height - 1);
  return {
    x,
    y,
    width: Math.min(Math.max(Math.round(area.width), 1), width - x),
    height: Math.min(Math.max(Math.round(area.height), 1), height - y),
  };
}
