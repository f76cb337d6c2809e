import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../../testing/render.tsx";
import "../../styles/app.css";
import { clampArea } from "#lib/crop.ts";
import { cropArea, initialCrop } from "./zoomed-crop.ts";
import { ImageCrop } from "./image-crop.tsx";
import { directions } from "../../../../testing/languages.ts";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="800"><rect width="500" height="800" fill="#d00"/></svg>`;
const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
const source = { width: 1_000, height: 800, aspectRatio: 5 / 8 };

/** The initial crop: all of the height, half of the width. */
const initialArea = { x: 250, y: 0, width: 500, height: 800 };

function Example() {
  const [crop, setCrop] = useState(() => initialCrop(source));
  return (
    <>
      <ImageCrop src={src} source={source} value={crop} onChange={setCrop} />
      <output data-testid="area">{JSON.stringify(clampArea(source, cropArea(source, crop)))}</output>
    </>
  );
}

const area = () =>
  JSON.parse(page.getByTestId("area").element().textContent ?? "") as Record<
    "x" | "y" | "width" | "height",
    number
  >;
const slider = (name: string) => page.getByRole("slider", { name, exact: true });
/** All three by their order: their names depend on the language. */
const sliders = () => {
  const [horizontal, vertical, zoom] = document.querySelectorAll<HTMLElement>("input[type=range]");
  return horizontal && vertical && zoom
    ? { horizontal, vertical, zoom }
    : expect.fail("There are no sliders");
};
const frame = () => document.querySelector(".cropped-image") ?? expect.fail("There is no frame");
const image = () => frame().querySelector("img") ?? expect.fail("There is no image");

/** Pointers of synthetic events can't be captured. */
beforeEach(() => vi.spyOn(Element.prototype, "setPointerCapture").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

/** A pointer event at a position, as fractions of the frame. */
function firePointer(type: string, pointerId: number, x: number, y: number) {
  const box = frame().getBoundingClientRect();
  const position = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
  frame().dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true, button: 0, ...position }));
}

test("starts with the center of the image at its full height, which can only be moved horizontally", async () => {
  await renderComponent(<Example />);
  expect(area()).toEqual(initialArea);
  await expect.element(slider("Horizontal position")).toHaveAttribute("aria-valuetext", "50%");
  await expect.element(slider("Vertical position")).toBeDisabled();
});

test.each(directions)("the frame shows the cropped area (%s)", async (language) => {
  await renderComponent(<Example />, language);
  await userEvent.fill(sliders().zoom, "1.5");
  await userEvent.fill(sliders().horizontal, "0.2");
  const cropped = area();
  const [outer, inner] = [frame().getBoundingClientRect(), image().getBoundingClientRect()];
  const scale = outer.width / cropped.width;
  expect(inner.width).toBeCloseTo(source.width * scale, -0.5);
  expect(inner.height).toBeCloseTo(source.height * scale, -0.5);
  expect(outer.left - inner.left).toBeCloseTo(cropped.x * scale, -0.5);
  expect(outer.top - inner.top).toBeCloseTo(cropped.y * scale, -0.5);
});

test("the position sliders move the crop from edge to edge and announce percentages", async () => {
  await renderComponent(<Example />);
  await userEvent.fill(slider("Zoom"), "2");
  await userEvent.fill(slider("Horizontal position"), "1");
  await userEvent.fill(slider("Vertical position"), "0.25");
  expect(area()).toEqual({ x: 750, y: 100, width: 250, height: 400 });
  await expect.element(slider("Horizontal position")).toHaveAttribute("aria-valuetext", "100%");
  await expect.element(slider("Vertical position")).toHaveAttribute("aria-valuetext", "25%");
});

test("the zoom slider zooms around the center and announces a percentage", async () => {
  await renderComponent(<Example />);
  const zoom = slider("Zoom");
  await userEvent.fill(zoom, "2");
  expect(area()).toEqual({ x: 375, y: 200, width: 250, height: 400 });
  await expect.element(zoom).toHaveAttribute("aria-valuetext", "200%");
});

test.each(directions)("arrow keys move and zoom, and each step is announced (%s)", async (language) => {
  await renderComponent(<Example />, language);
  const { horizontal, zoom } = sliders();
  horizontal.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(area().x).toBe(255);
  await expect.poll(() => horizontal.ariaValueText).toMatch(/51/);
  zoom.focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
  await expect.poll(() => zoom.ariaValueText).toMatch(/101/);
});

test("the image follows a pointer that drags it, not one that hovers", async () => {
  await renderComponent(<Example />);
  firePointer("pointermove", 1, 0.9, 0.5);
  expect(area()).toEqual(initialArea);
  firePointer("pointerdown", 1, 0.5, 0.5);
  firePointer("pointermove", 1, 0.6, 0.5);
  firePointer("pointermove", 1, 0.7, 0.9);
  await expect.poll(area).toEqual({ ...initialArea, x: 150 });
  firePointer("pointerup", 1, 0.7, 0.9);
  firePointer("pointermove", 1, 0, 0);
  expect(area()).toEqual({ ...initialArea, x: 150 });
});

test("two fingers zoom around the point between them", async () => {
  await renderComponent(<Example />);
  firePointer("pointerdown", 1, 0.4, 0.5);
  firePointer("pointerdown", 2, 0.6, 0.5);
  firePointer("pointermove", 1, 0.3, 0.5);
  firePointer("pointermove", 2, 0.7, 0.5);
  await expect.poll(area).toEqual({ x: 375, y: 200, width: 250, height: 400 });
});

test("the wheel zooms around the pointer, and the page doesn't scroll", async () => {
  await renderComponent(<Example />);
  const box = frame().getBoundingClientRect();
  const wheel = new WheelEvent("wheel", {
    deltaY: -600 * Math.log(2),
    clientX: box.left,
    clientY: box.top,
    bubbles: true,
    cancelable: true,
  });
  frame().dispatchEvent(wheel);
  // Wheel events have whole pixels.
  const closeTo = (pixels: number): unknown => expect.closeTo(pixels, -0.5);
  await expect.poll(area).toEqual({ x: closeTo(250), y: closeTo(0), width: 250, height: 400 });
  expect(wheel.defaultPrevented).toBe(true);
});
