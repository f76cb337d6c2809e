import { afterEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { render } from "vitest-browser-react";
import "./app.css";

const page = document.documentElement;

/** Emulates media features. */
async function emulateMedia(features: Record<string, string>) {
  await cdp().send("Emulation.setEmulatedMedia", {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

afterEach(async () => {
  await emulateMedia({});
  page.removeAttribute("lang");
  page.removeAttribute("style");
  delete page.dataset.theme;
});

const background = { light: "oklch(0.985 0.006 85)", dark: "oklch(0.2 0.008 70)" };

test.each([
  ["light", "light", "light"],
  ["light", "dark", "light"],
  ["dark", "light", "dark"],
  ["system", "light", "light"],
  ["system", "dark", "dark"],
  [undefined, "dark", "dark"],
] as const)("the theme %s on a %s device is %s, without JavaScript", async (theme, device, shown) => {
  await emulateMedia({ "prefers-color-scheme": device });
  if (theme) page.dataset.theme = theme;
  expect(getComputedStyle(page).backgroundColor).toBe(background[shown]);
});

test("the language's scale multiplies the size of type, not that of spaces and widths", async () => {
  const { container } = await render(<p className="max-w-reading p-4 text-sm">Books</p>);
  const sizes = () => {
    const { fontSize, padding, maxWidth } = getComputedStyle(container.querySelector("p") ?? page);
    return { page: getComputedStyle(document.body).fontSize, fontSize, padding, maxWidth };
  };
  const english = { page: "16px", fontSize: "14px", padding: "16px", maxWidth: "720px" };
  expect(sizes()).toEqual(english);
  page.style.setProperty("--font-scale", "1.2");
  expect(sizes()).toEqual({ ...english, page: "19.2px", fontSize: "16.8px" });
});

test("Arabic uses Vazirmatn for titles and texts", async () => {
  page.lang = "ar";
  const { container } = await render(<p className="font-serif">كتاب</p>);
  expect(getComputedStyle(page).fontFamily).toMatch(/^Vazirmatn,/);
  expect(getComputedStyle(container.querySelector("p") ?? page).fontFamily).toMatch(/^Vazirmatn,/);
});

test("the lines of a Latin name are aligned with an Arabic page, as a flex item too", async () => {
  const { container } = await render(
    <div dir="rtl" className="flex">
      <bdi>Ngũgĩ wa Thiong’o</bdi>
    </div>,
  );
  expect(getComputedStyle(container.querySelector("bdi") ?? page).textAlign).toMatch(/right$/);
});

test("a line that scrolls fades where more of it follows, in both directions", async () => {
  const { container } = await render(
    <div dir="rtl">
      <p className="scroll-fade w-20 whitespace-nowrap">A line that is longer than its box</p>
      <p className="scroll-fade w-20 whitespace-nowrap">Short</p>
    </div>,
  );
  const [long, short] = container.querySelectorAll("p");
  const fades = (line = page) => {
    const style = getComputedStyle(line);
    return ["--fade-start", "--fade-end"].map((name) => style.getPropertyValue(name));
  };
  await expect.poll(() => fades(long)).toEqual(["0px", "48px"]);
  expect(fades(short)).toEqual(["0px", "0px"]);
  long?.scrollBy({ left: -1000 });
  await expect.poll(() => fades(long)).toEqual(["48px", "0px"]);
});

test("there are no animations with reduced motion", async () => {
  const { container } = await render(<p className="animate-spin transition-colors">Books</p>);
  const { animationName, transitionProperty } = getComputedStyle(container.querySelector("p") ?? page);
  expect([animationName === "none", transitionProperty === "none"]).toEqual([false, false]);

  await emulateMedia({ "prefers-reduced-motion": "reduce" });
  const reduced = getComputedStyle(container.querySelector("p") ?? page);
  expect([reduced.animationName, reduced.transitionProperty]).toEqual(["none", "none"]);
});

test("an element focused with the keyboard has a focus ring", async () => {
  const { container } = await render(<button type="button">Save</button>);
  container.querySelector("button")?.focus({ focusVisible: true } as FocusOptions);
  const { outlineStyle, outlineWidth } = getComputedStyle(container.querySelector("button") ?? page);
  expect([outlineStyle, outlineWidth]).toEqual(["solid", "2px"]);
});
