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

/** How far what is kept can be moved, in pixels: 0 where less than one would be seen to move. */
export function roomOf(cut: Cut, crop: Crop): Size {
  const { width, height } = areaOf(cut, crop);
  const room = (whole: number, part: number) => (whole - part > 0.5 ? whole - part : 0);
  return { width: room(cut.width, width), height: room(cut.height, height) };
}

/** Where what is kept lies: from 0, at the picture's left or upper edge, to 1, at the other; 0 where there is no room. */
export function placeOf(cut: Cut, crop: Crop): { across: number; down: number } {
  const { x, y } = areaOf(cut, crop);
  const room = roomOf(cut, crop);
  const part = (from: number, way: number) => (way > 0 ? Math.min(Math.max(from / way, 0), 1) : 0);
  return { across: part(x, room.width), down: part(y, room.height) };
}

/** Moves what is kept to a place, as `placeOf` has it. */
export function moveTo(cut: Cut, crop: Crop, place: { across?: number; down?: number }): Crop {
  const { across, down } = { ...placeOf(cut, crop), ...place };
  const { width, height } = areaOf(cut, crop);
  const room = roomOf(cut, crop);
  return keepWithin(cut, {
    x: room.width > 0 ? across * room.width + width / 2 : crop.x,
    y: room.height > 0 ? down * room.height + height / 2 : crop.y,
    zoom: crop.zoom,
  });
}

function largest({ width, height, shape }: Cut): Size {
  return width / height > shape ? { width: height * shape, height } : { width, height: width / shape };
}

function keepWithin(cut: Cut, crop: Crop): Crop {
  const { width, height } = areaOf(cut, crop);
  return {
    x: Math.min(Math.max(crop.x, width / 2), cut.width - width / 2),
    y: Math.min(Math.max(crop.y, height / 2), cut.height - height / 2),
    zoom: crop.zoom,
  };
}
