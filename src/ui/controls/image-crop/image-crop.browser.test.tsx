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
const stage = () => page.getByRole("application", { name: "Picture behind the frame" });
const frame = () => stage().element().querySelector(".image-crop-frame") ?? expect.fail("There is no frame");
const picture = () => frame().querySelector("img") ?? expect.fail("There is no picture");

/** Made-up pointers can't be captured. */
beforeEach(() => vi.spyOn(Element.prototype, "setPointerCapture").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

/** A pointer at a place, in parts of the frame. */
function point(type: string, pointerId: number, x: number, y: number) {
  const box = frame().getBoundingClientRect();
  const where = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
  stage()
    .element()
    .dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true, button: 0, ...where }));
}

test("it begins with the middle of the picture, at its full height, and has the focus", async () => {
  await renderPart(<Picture />);
  expect(area()).toEqual(middle);
  expect(document.activeElement).toBe(stage().element());
});

test.each(["en", "ar"] as const)("what the frame shows is what is kept, also in %s", async (language) => {
  await renderPart(<Picture />, language);
  await userEvent.keyboard("+++{Shift>}{ArrowRight}{/Shift}");
  const kept = area();
  const [outer, inner] = [frame().getBoundingClientRect(), picture().getBoundingClientRect()];
  const scale = outer.width / kept.width;
  expect(inner.width).toBeCloseTo(cut.width * scale, -0.5);
  expect(inner.height).toBeCloseTo(cut.height * scale, -0.5);
  expect(outer.left - inner.left).toBeCloseTo(kept.x * scale, -0.5);
  expect(outer.top - inner.top).toBeCloseTo(kept.y * scale, -0.5);
});

test("arrow keys move the picture as far as there is some of it, and + and - enlarge it", async () => {
  await renderPart(<Picture />);
  await userEvent.keyboard("{ArrowRight}");
  expect(area()).toEqual({ ...middle, x: 240 });
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}{ArrowDown}");
  expect(area()).toEqual({ ...middle, x: 290 });
  await userEvent.keyboard("{Shift>}{ArrowRight>10/}{/Shift}");
  expect(area().x).toBe(0);
  await userEvent.keyboard("+");
  expect(area().width).toBe(Math.round(500 / 1.1));
  await userEvent.keyboard("--");
  expect(area().width).toBe(500);
});

test("what keys did is announced, once they rest", async () => {
  await renderPart(<Picture />);
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}");
  await expect.element(page.getByRole("status")).toHaveTextContent("Zoom 100%, 70% from the left, 0% from the top");
});

test("the slider enlarges around the middle, and says by how much", async () => {
  await renderPart(<Picture />);
  const slider = page.getByRole("slider", { name: "Zoom" });
  await userEvent.fill(slider, "2");
  expect(area()).toEqual({ x: 375, y: 200, width: 250, height: 400 });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "200%");
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
  stage().element().dispatchEvent(wheel);
  await expect.poll(area).toEqual({ x: 250, y: 0, width: 250, height: 400 });
  expect(wheel.defaultPrevented).toBe(true);
});
