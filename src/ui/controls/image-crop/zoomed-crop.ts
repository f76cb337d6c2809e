import type { Area, Size } from "#lib/crop.ts";

/** A crop: its center, in pixels of the image, and its zoom; 1 is the largest area that fits. */
export type Crop = { x: number; y: number; zoom: number };

/** The size of an image, and the aspect ratio of its crop: width divided by height. */
export type CropSource = Size & { aspectRatio: number };

type Point = { x: number; y: number };

const zoomLimit = 5;
/** A crop is at least this wide, in pixels of the image, unless the image is narrower. */
const minWidth = 100;

/** The largest crop, in the center of the image. */
export function initialCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

export function maxZoom(source: CropSource): number {
  return Math.min(zoomLimit, Math.max(1, largestSize(source).width / minWidth));
}

/** The area of a crop, in fractional pixels of the image. */
export function cropArea(source: CropSource, { x, y, zoom }: Crop): Area {
  const largest = largestSize(source);
  const [width, height] = [largest.width / zoom, largest.height / zoom];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Moves a crop by pixels of the image, up to the image's edges. */
export function moveBy(source: CropSource, crop: Crop, distance: Point): Crop {
  return clampCrop(source, { ...crop, x: crop.x + distance.x, y: crop.y + distance.y });
}

/** @param anchor the point that stays in place on the screen, as fractions of the crop's width and height */
export function zoomTo(
  source: CropSource,
  crop: Crop,
  zoom: number,
  anchor: Point = { x: 0.5, y: 0.5 },
): Crop {
  const nextZoom = clamp(zoom, 1, maxZoom(source));
  const [before, after] = [cropArea(source, crop), cropArea(source, { ...crop, zoom: nextZoom })];
  return clampCrop(source, {
    x: crop.x + (before.width - after.width) * (anchor.x - 0.5),
    y: crop.y + (before.height - after.height) * (anchor.y - 0.5),
    zoom: nextZoom,
  });
}

/** How far a crop can be moved in all, in pixels of the image; 0 where it would be less than half a pixel. */
export function movableDistance(source: CropSource, crop: Crop): Point {
  const { width, height } = cropArea(source, crop);
  const distance = (whole: number, part: number) => (whole - part > 0.5 ? whole - part : 0);
  return { x: distance(source.width, width), y: distance(source.height, height) };
}

/** Where a crop is: from 0 at the left or top edge of the image to 1 at the opposite edge; 0 if it can't be moved. */
export function cropPosition(source: CropSource, crop: Crop): Point {
  const { x, y } = cropArea(source, crop);
  const movable = movableDistance(source, crop);
  const fraction = (offset: number, distance: number) => distance && clamp(offset / distance, 0, 1);
  return { x: fraction(x, movable.x), y: fraction(y, movable.y) };
}

/** Moves a crop to a position as `cropPosition` returns it. */
export function moveTo(source: CropSource, crop: Crop, position: Partial<Point>): Crop {
  const before = cropPosition(source, crop);
  const after = { ...before, ...position };
  const movable = movableDistance(source, crop);
  return moveBy(source, crop, {
    x: (after.x - before.x) * movable.x,
    y: (after.y - before.y) * movable.y,
  });
}

/** The size of the largest crop. */
function largestSize({ width, height, aspectRatio }: CropSource): Size {
  return width / height > aspectRatio
    ? { width: height * aspectRatio, height }
    : { width, height: width / aspectRatio };
}

function clampCrop(source: CropSource, crop: Crop): Crop {
  const { width, height } = cropArea(source, crop);
  return {
    x: clamp(crop.x, width / 2, source.width - width / 2),
    y: clamp(crop.y, height / 2, source.height - height / 2),
    zoom: crop.zoom,
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
