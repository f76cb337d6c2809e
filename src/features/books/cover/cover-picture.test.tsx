import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PicturedCover } from "./cover-picture.tsx";

describe("an uploaded cover", () => {
  const book = { title: "Emma", author: "Jane Austen", hue: 95 };
  const picture = { id: "a".repeat(40), width: 800, height: 1_280, widths: [96, 192] };

  test("is offered in each width and both formats, with its size to prevent layout shifts", () => {
    const html = renderToStaticMarkup(<PicturedCover {...book} picture={picture} />);
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
    const attributes = (props: Partial<ComponentProps<typeof PicturedCover>>) =>
      /loading="(\w+)"( fetchPriority="high")?/
        .exec(renderToStaticMarkup(<PicturedCover {...book} picture={picture} {...props} />))
        ?.slice(1);
    expect(attributes({})).toEqual(["lazy", undefined]);
    expect(attributes({ isFirst: true })).toEqual(["eager", undefined]);
    expect(attributes({ isFirst: true, size: "large" })).toEqual(["eager", ' fetchPriority="high"']);
  });

  test("has the generated cover's paper and spine, without its pattern and label", () => {
    const [generated = "", uploaded = ""] = [null, picture].map((each) =>
      renderToStaticMarkup(<PicturedCover {...book} picture={each} />),
    );
    const classes = /cover-(light|dark) cover-(left|right)/;
    expect(classes.exec(uploaded)?.[0]).toBe(classes.exec(generated)?.[0]);
    expect(uploaded).not.toMatch(/cover-label|--turn/);
  });
});
