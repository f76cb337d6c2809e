import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { contrast, parseOklch } from "../../../../testing/contrast.ts";
import { Cover } from "./cover.tsx";
import { patternFamilies } from "./cover-design.ts";
import { Aside } from "../parts/login.tsx";

const css = readFileSync(new URL("cover.css", import.meta.url), "utf8");
test("titles and authors are rendered completely and escaped", () => {
  const title = `${"Ab<é & 紅 ".repeat(22)}"`.slice(0, 200);
  const html = renderToStaticMarkup(<Cover title={title} author="O'Brien & <Söhne>" hue={10} />);
  const escaped = (text: string) =>
    renderToStaticMarkup(<i>{text}</i>)
      .replace("<i>", "")
      .replace("</i>", "");
  expect(html).toContain(`dir="auto">${escaped(title)}</span>`);
  expect(html).toContain(`dir="auto">${escaped("O'Brien & <Söhne>")}</span>`);
});

test("a thumbnail has a blank label", () => {
  const html = renderToStaticMarkup(<Cover title="Emma" author="Jane Austen" hue={95} size="thumb" />);
  expect(html).not.toMatch(/Emma|Austen/);
  expect(html).toContain('<span class="cover-label"></span>');
});

test("screen readers skip a cover", () => {
  const html = renderToStaticMarkup(<Cover title="Emma" author="Jane Austen" hue={95} />);
  expect(html).toContain('aria-hidden="true"');
});

test("every pattern family has a tile and a class", () => {
  for (const family of patternFamilies) {
    expect(css).toContain(`.cover-${family} {\n  --tile: url("./patterns/${family}.svg");\n  --tile-width: `);
  }
});

test("the label has the same colors in every theme", () => {
  const ink = /^  color: (oklch\(.+\));$/m.exec(css)?.[1] ?? "";
  const paper = /\.cover-label \{[^}]*?background: (oklch\(.+\));/.exec(css)?.[1] ?? "";
  expect(contrast(parseOklch(ink), parseOklch(paper))).toBeGreaterThan(12);
  expect(css).not.toMatch(/light-dark|prefers-color-scheme/);
});

test.each(["light", "dark"])("on %s paper the label's line has enough contrast in every hue", (paper) => {
  const rules = new RegExp(`\\.cover-${paper} \\{[^}]*--cover-rule: (.+);`).exec(css)?.[1] ?? "";
  const label = parseOklch("oklch(0.985 0.008 85)");
  for (let hue = 0; hue < 360; hue++) {
    const rule = parseOklch(rules.replace("var(--hue)", String(hue)));
    expect(contrast(rule, label), `hue ${hue}`).toBeGreaterThan(3);
  }
});

test("the cover wall shows nine books, including Arabic and Swahili ones, and screen readers skip it", () => {
  const html = renderToStaticMarkup(<Aside />);
  expect(html).toMatch(/^<div class="cover-wall" aria-hidden="true">/);
  expect(html.match(/class="cover /g)).toHaveLength(9);
  expect(html).toContain("موسم الهجرة إلى الشمال");
  expect(html).toContain("Kusadikika");
});
