import fc from "fast-check";
import { expect, test } from "vitest";
import { clampArea, largestCenteredArea } from "#lib/crop.ts";
import {
  cropArea,
  cropPosition,
  initialCrop,
  maxZoom,
  moveBy,
  moveTo,
  zoomTo,
  type Crop,
  type CropSource,
} from "./zoomed-crop.ts";

const source: CropSource = { width: 1_000, height: 1_000, aspectRatio: 5 / 8 };

const sources = fc.record({
  width: fc.integer({ min: 1, max: 16_383 }),
  height: fc.integer({ min: 1, max: 16_383 }),
  aspectRatio: fc.constantFrom(5 / 8, 1, 16 / 9),
});
const pixels = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const fraction = fc.double({ min: -1, max: 2, noNaN: true });
type Change = (image: CropSource, crop: Crop) => Crop;
const changes = fc.array(
  fc.oneof(
    fc.record({ x: pixels, y: pixels }).map(
      (distance): Change =>
        (image, crop) =>
          moveBy(image, crop, distance),
    ),
    fc.record({ zoom: fc.double({ min: 0, max: 50, noNaN: true }), x: fraction, y: fraction }).map(
      ({ zoom, ...anchor }): Change =>
        (image, crop) =>
          zoomTo(image, crop, zoom, anchor),
    ),
    fc.record({ x: fraction, y: fraction }).map(
      (position): Change =>
        (image, crop) =>
          moveTo(image, crop, position),
    ),
  ),
);

const applyAll = (image: CropSource, list: Change[]) =>
  list.reduce((crop, change) => change(image, crop), initialCrop(image));

test("the initial crop is the largest area, in the center", () => {
  expect(cropArea(source, initialCrop(source))).toEqual({ x: 187.5, y: 0, width: 625, height: 1_000 });
});

test("after any changes, the crop lies within the image and has its aspect ratio", () => {
  fc.assert(
    fc.property(sources, changes, (image, list) => {
      const crop = applyAll(image, list);
      const { x, y, width, height } = cropArea(image, crop);
      expect(Math.min(x, y)).toBeGreaterThan(-1e-6);
      expect(x + width).toBeLessThan(image.width + 1e-6);
      expect(y + height).toBeLessThan(image.height + 1e-6);
      expect(width / height).toBeCloseTo(image.aspectRatio, 6);
      const position = cropPosition(image, crop);
      expect(Math.min(position.x, position.y, 1 - position.x, 1 - position.y)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("the server cuts at most two pixels off the selected area", () => {
  fc.assert(
    fc.property(sources, changes, (image, list) => {
      const selected = clampArea(image, cropArea(image, applyAll(image, list)));
      const stored = largestCenteredArea(clampArea(image, selected), image.aspectRatio);
      expect(selected.width - stored.width).toBeLessThanOrEqual(2);
      expect(selected.height - stored.height).toBeLessThanOrEqual(2);
    }),
  );
});

test("zooming keeps the anchor in place", () => {
  const anchor = { x: 0.25, y: 0.75 };
  const anchorInImage = (crop: Crop) => {
    const { x, y, width, height } = cropArea(source, crop);
    return [x + anchor.x * width, y + anchor.y * height].map(Math.round);
  };
  const before = zoomTo(source, initialCrop(source), 1.5);
  expect(anchorInImage(zoomTo(source, before, 2.5, anchor))).toEqual(anchorInImage(before));
});

test("moves to a position between the edges", () => {
  const zoomed = zoomTo(source, initialCrop(source), 2);
  const moved = moveTo(source, zoomed, { x: 0.25, y: 1 });
  expect(cropArea(source, moved)).toMatchObject({ x: 0.25 * (1_000 - 312.5), y: 500 });
  expect(cropPosition(source, moved)).toEqual({ x: 0.25, y: 1 });
  // The crop is as high as the image: it can't be moved up or down.
  expect(moveTo(source, initialCrop(source), { x: 0, y: 1 })).toMatchObject({ x: 312.5, y: 500 });
});

test("the zoom is at most 5, and leaves at least 100 pixels", () => {
  expect(maxZoom(source)).toBe(5);
  expect(maxZoom({ ...source, width: 200, height: 320 })).toBe(2);
  expect(maxZoom({ ...source, width: 50, height: 80 })).toBe(1);
});
