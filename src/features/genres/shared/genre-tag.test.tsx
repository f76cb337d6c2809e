import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { contrast, parseOklch } from "../../../../testing/contrast.ts";
import { GenreTag } from "./genre-tag.tsx";

const css = readFileSync(new URL("genre-tag.css", import.meta.url), "utf8");

/** The colors of a property in the light and the dark theme, for a hue. */
function colorsOf(property: string, hue: number) {
  const line = new RegExp(`^  ${property}: light-dark\\((.+)\\);`, "m").exec(css)?.[1] ?? "";
  const [light = "", dark = ""] = line.replaceAll("var(--hue)", String(hue)).split(/, (?=oklch)/);
  return { light: parseOklch(light), dark: parseOklch(dark) };
}

test.each(["light", "dark"] as const)("a genre of any hue has enough contrast in the %s theme", (theme) => {
  for (let hue = 0; hue < 360; hue++) {
    const ratio = contrast(colorsOf("background", hue)[theme], colorsOf("color", hue)[theme]);
    expect(ratio, `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("a genre's name is isolated from the text around it", () => {
  expect(renderToStaticMarkup(<GenreTag name="شعر" hue={345} />)).toContain("<bdi>شعر</bdi>");
});
