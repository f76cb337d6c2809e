import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { brand } from "./brand.ts";
import { Logo } from "./logo.tsx";
import { openGraph } from "./open-graph.ts";

const read = (file: string) => readFileSync(new URL(`../../public/${file}`, import.meta.url), "utf8");
const shapes = (svg: string) => [...svg.matchAll(/ d="(.+?)"/g)].map(([, shape]) => shape);

test("the manifest has the name and description of the brand, and its icons exist", () => {
  const manifest = JSON.parse(read("site.webmanifest")) as {
    name: string;
    short_name: string;
    description: string;
    icons: { src: string }[];
  };
  expect([manifest.name, manifest.short_name, manifest.description]).toEqual([
    brand.name,
    brand.name,
    brand.description,
  ]);
  for (const { src } of manifest.icons) expect(read(src.slice(1)).length).toBeGreaterThan(0);
});

test("links to the site have a preview with a picture that exists", () => {
  const tags = openGraph("https://books.example");
  const { content: image = "" } = tags.find(({ property }) => property === "og:image") ?? {};
  expect(read(image.replace("https://books.example/", "")).length).toBeGreaterThan(0);
  expect(tags.map(({ content }) => content)).toContain(brand.description);
});

test("the favicon is the logo", () => {
  expect(shapes(read("favicon.svg"))).toEqual(shapes(renderToStaticMarkup(<Logo />)));
});

test("the links of the brand are valid", () => {
  for (const address of [brand.repository, brand.documentation, brand.issues]) {
    expect(new URL(address).protocol).toBe("https:");
  }
  expect(brand.email).toMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/);
});
