import fc from "fast-check";
import { expect, test } from "vitest";
import { areaWithin, largestArea } from "./area.ts";
import { areaOf, type Crop, type Cut, firstCrop, mostZoom, move, moveTo, placeOf, zoomTo } from "./crop.ts";

const cut: Cut = { width: 1_000, height: 1_000, shape: 5 / 8 };

const cuts = fc.record({
  width: fc.integer({ min: 1, max: 16_383 }),
  height: fc.integer({ min: 1, max: 16_383 }),
  shape: fc.constantFrom(5 / 8, 1, 16 / 9),
});
const away = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const part = fc.double({ min: -1, max: 2, noNaN: true });
const steps = fc.array(
  fc.oneof(
    fc.record({ x: away, y: away }).map((by) => (of: Cut, crop: Crop) => move(of, crop, by)),
    fc.record({ zoom: fc.double({ min: 0, max: 50, noNaN: true }), x: part, y: part }).map(
      ({ zoom, x, y }) =>
        (of: Cut, crop: Crop) =>
          zoomTo(of, crop, zoom, { x, y }),
    ),
    fc.record({ across: part, down: part }).map((to) => (of: Cut, crop: Crop) => moveTo(of, crop, to)),
  ),
);

test("it begins with the middle, and as much of it as fits", () => {
  expect(areaOf(cut, firstCrop(cut))).toEqual({ x: 187.5, y: 0, width: 625, height: 1_000 });
});

test("whatever is done, what is kept lies within the picture and has its shape", () => {
  fc.assert(
    fc.property(cuts, steps, (of, doing) => {
      const crop = doing.reduce((now, step) => step(of, now), firstCrop(of));
      const { x, y, width, height } = areaOf(of, crop);
      expect(Math.min(x, y)).toBeGreaterThan(-1e-6);
      expect(x + width).toBeLessThan(of.width + 1e-6);
      expect(y + height).toBeLessThan(of.height + 1e-6);
      expect(width / height).toBeCloseTo(of.shape, 6);
      const { across, down } = placeOf(of, crop);
      expect(Math.min(across, down, 1 - across, 1 - down)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("what a server cuts off of a chosen area is at most a pixel", () => {
  fc.assert(
    fc.property(cuts, steps, (of, doing) => {
      const crop = doing.reduce((now, step) => step(of, now), firstCrop(of));
      const asked = areaWithin(of, areaOf(of, crop));
      const kept = largestArea(areaWithin(of, asked), of.shape);
      expect(asked.width - kept.width).toBeLessThanOrEqual(2);
      expect(asked.height - kept.height).toBeLessThanOrEqual(2);
    }),
  );
});

test("the point around which it is enlarged stays where it is seen", () => {
  const around = { x: 0.25, y: 0.75 };
  const pointOf = (crop: Crop) => {
    const { x, y, width, height } = areaOf(cut, crop);
    return [x + around.x * width, y + around.y * height].map(Math.round);
  };
  const before = zoomTo(cut, firstCrop(cut), 1.5);
  expect(pointOf(zoomTo(cut, before, 2.5, around))).toEqual(pointOf(before));
});

test("it is moved to where a slider says, from one edge to the other", () => {
  const enlarged = zoomTo(cut, firstCrop(cut), 2);
  const there = moveTo(cut, enlarged, { across: 0.25, down: 1 });
  expect(areaOf(cut, there)).toMatchObject({ x: 0.25 * (1_000 - 312.5), y: 500 });
  expect(placeOf(cut, there)).toEqual({ across: 0.25, down: 1 });
  // The whole height is kept: there is no way up or down.
  expect(moveTo(cut, firstCrop(cut), { across: 0, down: 1 })).toMatchObject({ x: 312.5, y: 500 });
});

test("it is enlarged five times at most, and never so far that few pixels are left", () => {
  expect(mostZoom(cut)).toBe(5);
  expect(mostZoom({ ...cut, width: 200, height: 320 })).toBe(2);
  expect(mostZoom({ ...cut, width: 50, height: 80 })).toBe(1);
});
