import type { Area, Size } from "./area.ts";

/** How a picture is cut: around which of its points, in pixels, and how far it is enlarged; 1 shows most of it. */
export type Crop = { x: number; y: number; zoom: number };

/** A picture, and the shape of what is kept of it: width divided by height. */
export type Cut = Size & { shape: number };

/** How far a picture may be enlarged at most, and how many of its pixels in a row must be left. */
const limits = { zoom: 5, pixels: 100 };

/** The middle of a picture, as much as fits. */
export function firstCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

export function mostZoom(cut: Cut): number {
  return Math.min(limits.zoom, Math.max(1, largest(cut).width / limits.pixels));
}

/** What is kept, in parts of pixels. */
export function areaOf(cut: Cut, { x, y, zoom }: Crop): Area {
  const whole = largest(cut);
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Moves what is kept, as far as there is some of the picture. */
export function move(cut: Cut, crop: Crop, by: { x: number; y: number }): Crop {
  return keepWithin(cut, { ...crop, x: crop.x + by.x, y: crop.y + by.y });
}

/**
 * Enlarges to a zoom.
 * @param around the point that stays where it is seen: in parts of the frame's width and height
 */
export function zoomTo(cut: Cut, crop: Crop, zoom: number, around = { x: 0.5, y: 0.5 }): Crop {
  const next = Math.min(Math.max(zoom, 1), mostZoom(cut));
  const [before, after] = [areaOf(cut, crop), areaOf(cut, { ...crop, zoom: next })];
  return keepWithin(cut, {
    x: crop.x + (before.width - after.width) * (around.x - 0.5),
    y: crop.y + (before.height - after.height) * (around.y - 0.5),
    zoom: next,
  });
}

/** How far what is kept lies from the picture's left and upper edge, as a part of the way that there is. */
export function placeOf(cut: Cut, crop: Crop): { across: number; down: number } {
  const { x, y, width, height } = areaOf(cut, crop);
  const part = (from: number, room: number) => (room > 0.5 ? Math.min(Math.max(from / room, 0), 1) : 0);
  return { across: part(x, cut.width - width), down: part(y, cut.height - height) };
}

function largest({ width, height, shape }: Cut): Size {
  return width / height > shape
    ? { width: height * shape, height }
    : { width, height: width / shape };
}

function keepWithin(cut: Cut, crop: Crop): Crop {
  const { width, height } = areaOf(cut, crop);
  return {
    x: Math.min(Math.max(crop.x, width / 2), cut.width - width / 2),
    y: Math.min(Math.max(crop.y, height / 2), cut.height - height / 2),
    zoom: crop.zoom,
  };
}
