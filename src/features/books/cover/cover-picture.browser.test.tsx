import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "#ui/styles/app.css";
import { PicturedCover } from "./cover-picture.tsx";

test("an uploaded cover that can't be loaded is replaced by the generated one", async () => {
  const picture = { id: "0".repeat(40), width: 800, height: 1_280, widths: [96] };
  const { container } = await render(
    <div style={{ width: 170 }}>
      <PicturedCover title="Emma" author="Jane Austen" hue={95} picture={picture} isFirst />
    </div>,
  );
  const cover = container.querySelector(".cover");
  expect(cover && getComputedStyle(cover).backgroundColor).toMatch(/^oklch/);
  expect(cover && getComputedStyle(cover, "::before").content).toBe("none");
  expect(cover?.getBoundingClientRect().height).toBeCloseTo(170 * 1.6, 0);
  await expect.poll(() => container.querySelector(".cover-title")?.textContent).toBe("Emma");
  expect(container.querySelector("img")).toBeNull();
});
