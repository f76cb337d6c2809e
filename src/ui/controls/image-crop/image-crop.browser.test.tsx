import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPart } from "../../../../testing/render.tsx";
import "../../styles/app.css";
import { areaWithin } from "./area.ts";
import { areaOf, firstCrop } from "./crop.ts";
import { ImageCrop } from "./image-crop.tsx";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="800"><rect width="500" height="800" fill="#d00"/></svg>`;
const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
const cut = { width: 1_000, height: 800, shape: 5 / 8 };

/** The whole height, and half of the width. */
const middle = { x: 250, y: 0, width: 500, height: 800 };

function Picture() {
  const [crop, setCrop] = useState(() => firstCrop(cut));
  return (
    <>
      <ImageCrop src={src} cut={cut} value={crop} onChange={setCrop} />
      <output data-testid="area">{JSON.stringify(areaWithin(cut, areaOf(cut, crop)))}</output>
    </>
  );
}

const area = () =>
  JSON.parse(page.getByTestId("area").element().textContent ?? "") as Record<
    "x" | "y" | "width" | "height",
    number
  >;
const slider = (name: string) => page.getByRole("slider", { name, exact: true });
/** All three, also those that are hidden: they have other names in other languages. */
const sliders = () => {
  const [across, down, zoom] = document.querySelectorAll<HTMLElement>("input[type=range]");
  return across && down && zoom ? { across, down, zoom } : expect.fail("There are no sliders");
};
const frame = () => document.querySelector(".image-crop-frame") ?? expect.fail("There is no frame");
const picture = () => frame().querySelector("img") ?? expect.fail("There is no picture");

/** Made-up pointers can't be captured. */
beforeEach(() => vi.spyOn(Element.prototype, "setPointerCapture").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

/** A pointer at a place, in parts of the frame. */
function point(type: string, pointerId: number, x: number, y: number) {
  const box = frame().getBoundingClientRect();
  const where = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
  frame().dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true, button: 0, ...where }));
}

test("it begins with the middle of the picture, at its full height: the one way to go is across", async () => {
  await renderPart(<Picture />);
  expect(area()).toEqual(middle);
  await expect.element(slider("From the left")).toHaveAttribute("aria-valuetext", "50%");
  await expect.element(slider("From the top")).not.toBeInTheDocument();
});

test.each(["en", "ar"] as const)("what the frame shows is what is kept, also in %s", async (language) => {
  await renderPart(<Picture />, language);
  await userEvent.fill(sliders().zoom, "1.5");
  await userEvent.fill(sliders().across, "0.2");
  const kept = area();
  const [outer, inner] = [frame().getBoundingClientRect(), picture().getBoundingClientRect()];
  const scale = outer.width / kept.width;
  expect(inner.width).toBeCloseTo(cut.width * scale, -0.5);
  expect(inner.height).toBeCloseTo(cut.height * scale, -0.5);
  expect(outer.left - inner.left).toBeCloseTo(kept.x * scale, -0.5);
  expect(outer.top - inner.top).toBeCloseTo(kept.y * scale, -0.5);
});

test("sliders at its edges move the frame to the picture's ends, and say how far it has come", async () => {
  await renderPart(<Picture />);
  await userEvent.fill(slider("Zoom"), "2");
  await userEvent.fill(slider("From the left"), "1");
  await userEvent.fill(slider("From the top"), "0.25");
  expect(area()).toEqual({ x: 750, y: 100, width: 250, height: 400 });
  await expect.element(slider("From the left")).toHaveAttribute("aria-valuetext", "100%");
  await expect.element(slider("From the top")).toHaveAttribute("aria-valuetext", "25%");
});

test.each(["en", "ar"] as const)(
  "all arrow keys move the frame where they point, also in %s",
  async (language) => {
    await renderPart(<Picture />, language);
    const { across, down, zoom } = sliders();
    across.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(area()).toEqual({ ...middle, x: 260 });
    await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}{ArrowDown}");
    expect(area()).toEqual({ ...middle, x: 210 });
    await userEvent.keyboard("{Shift>}{ArrowLeft>10/}{/Shift}");
    expect(area().x).toBe(0);

    await userEvent.fill(zoom, "2");
    across.focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(area()).toMatchObject({ y: 192 });
    expect(document.activeElement).toBe(down);
    await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}{ArrowRight}");
    expect(area()).toMatchObject({ y: 232 });
    expect(document.activeElement).toBe(across);
  },
);

test("a slider enlarges around the middle, and says by how much", async () => {
  await renderPart(<Picture />);
  const zoom = slider("Zoom");
  await userEvent.fill(zoom, "2");
  expect(area()).toEqual({ x: 375, y: 200, width: 250, height: 400 });
  await expect.element(zoom).toHaveAttribute("aria-valuetext", "200%");
});

test("the picture follows a pointer that drags it, and none that only passes", async () => {
  await renderPart(<Picture />);
  point("pointermove", 1, 0.9, 0.5);
  expect(area()).toEqual(middle);
  point("pointerdown", 1, 0.5, 0.5);
  point("pointermove", 1, 0.6, 0.5);
  point("pointermove", 1, 0.7, 0.9);
  await expect.poll(area).toEqual({ ...middle, x: 150 });
  point("pointerup", 1, 0.7, 0.9);
  point("pointermove", 1, 0, 0);
  expect(area()).toEqual({ ...middle, x: 150 });
});

test("two fingers enlarge it around the point between them", async () => {
  await renderPart(<Picture />);
  point("pointerdown", 1, 0.4, 0.5);
  point("pointerdown", 2, 0.6, 0.5);
  point("pointermove", 1, 0.3, 0.5);
  point("pointermove", 2, 0.7, 0.5);
  await expect.poll(area).toEqual({ x: 375, y: 200, width: 250, height: 400 });
});

test("the wheel enlarges what is under it, and the page stays where it is", async () => {
  await renderPart(<Picture />);
  const box = frame().getBoundingClientRect();
  const wheel = new WheelEvent("wheel", {
    deltaY: -600 * Math.log(2),
    clientX: box.left,
    clientY: box.top,
    bubbles: true,
    cancelable: true,
  });
  frame().dispatchEvent(wheel);
  // Wheels tell whole pixels of the screen.
  const about = (pixels: number): unknown => expect.closeTo(pixels, -0.5);
  await expect.poll(area).toEqual({ x: about(250), y: about(0), width: 250, height: 400 });
  expect(wheel.defaultPrevented).toBe(true);
});
