import { readFileSync } from "node:fs";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
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

describe("an uploaded cover", () => {
  const book = { title: "Emma", author: "Jane Austen", hue: 95 };
  const picture = { id: "a".repeat(40), width: 800, height: 1_280, widths: [96, 192] };

  test("is offered in each width and both formats, with its size to prevent layout shifts", () => {
    const html = renderToStaticMarkup(<Cover {...book} picture={picture} />);
    const files = (format: string) =>
      `/files/${picture.id}-96.${format} 96w, /files/${picture.id}-192.${format} 192w`;
    expect(html).toMatch(
      new RegExp(`<source type="image/avif" srcSet="${files("avif")}" sizes="[^"]+"/><img`),
    );
    expect(html).toContain(`srcSet="${files("webp")}"`);
    expect(html).toContain(`src="/files/${picture.id}-96.webp"`);
    expect(html).toContain('width="800" height="1280" alt=""');
  });

  test("is loaded lazily, the first ones eagerly, and the one of a book's page with high priority", () => {
    const attributes = (props: Partial<ComponentProps<typeof Cover>>) =>
      /loading="(\w+)"( fetchPriority="high")?/
        .exec(renderToStaticMarkup(<Cover {...book} picture={picture} {...props} />))
        ?.slice(1);
    expect(attributes({})).toEqual(["lazy", undefined]);
    expect(attributes({ isFirst: true })).toEqual(["eager", undefined]);
    expect(attributes({ isFirst: true, size: "large" })).toEqual(["eager", ' fetchPriority="high"']);
  });

  test("has the generated cover's paper and spine, without its pattern and label", () => {
    const [generated = "", uploaded = ""] = [undefined, picture].map((each) =>
      renderToStaticMarkup(<Cover {...book} picture={each} />),
    );
    const classes = /cover-(light|dark) cover-(left|right)/;
    expect(classes.exec(uploaded)?.[0]).toBe(classes.exec(generated)?.[0]);
    expect(uploaded).not.toMatch(/cover-label|--turn/);
  });
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
