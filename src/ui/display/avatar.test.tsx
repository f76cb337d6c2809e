import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { contrast, parseOklch } from "../../../testing/contrast.ts";
import { Avatar } from "./avatar.tsx";

const css = readFileSync(new URL("avatar.css", import.meta.url), "utf8");

/** The colors of a property in the light and the dark theme, for a hue. */
function colors(property: string, hue: number) {
  const line = new RegExp(`^ +${property}: light-dark\\((.+)\\);`, "m").exec(css)?.[1] ?? "";
  const [light = "", dark = ""] = line.replaceAll("var(--hue)", String(hue)).split(/, (?=oklch)/);
  return { light: parseOklch(light), dark: parseOklch(dark) };
}

test.each(["light", "dark"] as const)(
  "initials can be read on any color in the %s theme (WCAG 1.4.3)",
  (theme) => {
    for (let hue = 0; hue < 360; hue++) {
      const ratio = contrast(colors("background", hue)[theme], colors("color", hue)[theme]);
      expect(ratio, `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);

const hueOf = (id: string, name = "Nadia") =>
  /--hue:(\d+)/.exec(renderToStaticMarkup(<Avatar id={id} name={name} />))?.[1];

test("the color doesn't depend on the name", () => {
  expect(hueOf("a", "Nadia")).toBe(hueOf("a", "Nadia Murad"));
});

test("users' colors come from the whole color circle", () => {
  const sixths = Array.from({ length: 300 }, (_, index) => Math.floor(Number(hueOf(`id ${index}`)) / 60));
  const counts = [...Map.groupBy(sixths, (sixth) => sixth).values()].map(({ length }) => length);
  expect(counts).toHaveLength(6);
  expect(Math.min(...counts)).toBeGreaterThan(25);
});

test("without a name it shows an icon", () => {
  expect(renderToStaticMarkup(<Avatar id="a" name={null} />)).toContain("<svg");
});
