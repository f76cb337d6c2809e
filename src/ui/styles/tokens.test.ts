import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, parseOklch } from "../../../testing/contrast.ts";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** A token's color in both themes. Follows `var()`. */
function token(name: string): { light: string; dark: string } {
  const value = new RegExp(`^  --${name}: (.+?);`, "m").exec(css)?.[1] ?? "";
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (other) return token(other);
  const [, light, dark] = /^light-dark\((oklch\(.+?\)), (oklch\(.+?\))\)$/.exec(value) ?? [];
  if (!light || !dark) throw new Error(`tokens.css must define --${name} as light-dark(oklch(…), oklch(…))`);
  return { light, dark };
}

const backgrounds = ["background", "surface", "muted"];

const readable = [
  ...["foreground", "muted-foreground", "accent", "danger", "warning"].flatMap((text) =>
    backgrounds.map((background) => [text, background]),
  ),
  ["on-accent", "accent"],
  ["on-danger", "danger"],
];

const visible = [
  ...backgrounds.map((background) => ["focus", background]),
  ["control", "background"],
  ["control", "surface"],
];

for (const theme of ["light", "dark"] as const) {
  const ratio = (one = "", other = "") =>
    contrast(parseOklch(token(one)[theme]), parseOklch(token(other)[theme]));

  test.each(readable)(`${theme}: %s text is readable on %s (WCAG 1.4.3)`, (text, background) => {
    expect(ratio(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(visible)(`${theme}: %s is visible on %s (WCAG 1.4.11)`, (color, background) => {
    expect(ratio(color, background)).toBeGreaterThanOrEqual(3);
  });
}

test("contrast follows WCAG's definition", () => {
  const gray = (lightness: number) => ({ lightness, chroma: 0, hue: 0 });
  expect(contrast(gray(0), gray(1))).toBeCloseTo(21, 3);
  // #777777 (0.5693 in OKLCH) on white is the well-known color that just fails AA.
  expect(contrast(gray(0.5693), gray(1))).toBeCloseTo(4.48, 1);
});

test("every Tailwind color is a token", () => {
  const names = [...css.matchAll(/^  --color-([\w-]+): var\(--([\w-]+)\);/gm)];
  expect(names.length).toBeGreaterThan(10);
  for (const [, name, variable] of names) {
    expect(variable).toBe(name);
    expect(() => token(variable ?? "")).not.toThrow();
  }
});
