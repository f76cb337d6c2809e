import { afterEach, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { render } from "vitest-browser-react";
import "./app.css";

const page = document.documentElement;

/** What the device says that its person prefers. */
async function prefer(features: Record<string, string>) {
  await cdp().send("Emulation.setEmulatedMedia", {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });
}

afterEach(async () => {
  await prefer({});
  page.removeAttribute("lang");
  page.removeAttribute("style");
  delete page.dataset.theme;
});

const paper = { light: "oklch(0.985 0.006 85)", dark: "oklch(0.2 0.008 70)" };

test.each([
  ["light", "light", "light"],
  ["light", "dark", "light"],
  ["dark", "light", "dark"],
  ["system", "light", "light"],
  ["system", "dark", "dark"],
  [undefined, "dark", "dark"],
] as const)("the theme %s on a %s device is %s, without a script", async (theme, device, shown) => {
  await prefer({ "prefers-color-scheme": device });
  if (theme) page.dataset.theme = theme;
  expect(getComputedStyle(page).backgroundColor).toBe(paper[shown]);
});

test("the language's scale applies to the browser's own size of text", () => {
  expect(getComputedStyle(page).fontSize).toBe("16px");
  page.style.setProperty("--font-scale", "1.2");
  expect(getComputedStyle(page).fontSize).toBe("19.2px");
});

test("Arabic has Vazirmatn for titles and texts", async () => {
  page.lang = "ar";
  const { container } = await render(<p className="font-serif">كتاب</p>);
  expect(getComputedStyle(page).fontFamily).toMatch(/^Vazirmatn,/);
  expect(getComputedStyle(container.querySelector("p") ?? page).fontFamily).toMatch(/^Vazirmatn,/);
});

test("nothing moves for who prefers less motion", async () => {
  const { container } = await render(<p className="animate-spin transition-colors">Books</p>);
  const { animationName, transitionProperty } = getComputedStyle(container.querySelector("p") ?? page);
  expect([animationName === "none", transitionProperty === "none"]).toEqual([false, false]);

  await prefer({ "prefers-reduced-motion": "reduce" });
  const reduced = getComputedStyle(container.querySelector("p") ?? page);
  expect([reduced.animationName, reduced.transitionProperty]).toEqual(["none", "none"]);
});

test("what has the keyboard's focus wears a ring", async () => {
  const { container } = await render(<button type="button">Save</button>);
  container.querySelector("button")?.focus({ focusVisible: true } as FocusOptions);
  const { outlineStyle, outlineWidth } = getComputedStyle(container.querySelector("button") ?? page);
  expect([outlineStyle, outlineWidth]).toEqual(["solid", "2px"]);
});
