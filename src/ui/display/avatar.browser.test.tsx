import { expect, test } from "vitest";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Avatar } from "./avatar.tsx";

/** The element that a person sees in the avatar's middle. */
function seen(container: HTMLElement) {
  const avatar = container.querySelector(".avatar");
  const { x, y, width, height } = avatar?.getBoundingClientRect() ?? new DOMRect();
  return document.elementFromPoint(x + width / 2, y + height / 2);
}

async function settled(image: HTMLImageElement | null) {
  if (!image) throw new Error("There is no image.");
  image.loading = "eager";
  await image.decode().catch(() => {});
}

test("a picture takes the place of the initials", async () => {
  const { container } = await renderComponent(
    <Avatar
      id="1"
      name="Nadia Murad"
      image="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'/>"
    />,
  );
  await settled(container.querySelector("img"));
  expect(seen(container)).toBe(container.querySelector("img"));
});

test("shows the initials if the image can't be loaded", async () => {
  const { container } = await renderComponent(
    <Avatar id="1" name="Nadia Murad" image="data:image/png;base64,none" />,
  );
  await settled(container.querySelector("img"));
  const image = container.querySelector("img");
  expect(getComputedStyle(container.querySelector(".avatar") as Element, "::before").content).toContain(
    '"NM"',
  );
  expect(image?.naturalWidth).toBe(0);
  expect(getComputedStyle(image as Element).backgroundColor).toBe("rgba(0, 0, 0, 0)");
});
