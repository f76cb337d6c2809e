import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { fontPreloads } from "./fonts.ts";

const require = createRequire(import.meta.url);
const css = readFileSync(new URL("fonts.css", import.meta.url), "utf8");
const files = [
  ...[...css.matchAll(/url\("(.+?)"\)/g)].map(([, file]) => file ?? ""),
  ...[...css.matchAll(/@import "(.+?)"/g)].flatMap(([, name = ""]) => filesOfPackage(name)),
];

function filesOfPackage(name: string) {
  const styles = readFileSync(require.resolve(`${name}/index.css`), "utf8");
  return [...styles.matchAll(/url\(\.(.+?)\)/g)].map(([, path]) => name + path);
}

test("every font file of the style sheet exists", () => {
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(() => require.resolve(file), file).not.toThrow();
});

test.each(["en", "fr", "sw", "ar", "ar-EG"])("a page in %s preloads at most 90 kB of fonts", (language) => {
  const preloads = fontPreloads(language);
  const names = preloads.map((url) => url.replace(/.*\//, ""));
  const sizes = files
    .filter((file) => names.some((name) => file.endsWith(name)))
    .map((file) => statSync(require.resolve(file)).size);
  expect(sizes).toHaveLength(preloads.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90_000);
});

test("an Arabic page preloads Arabic letters, others Latin ones", () => {
  expect(fontPreloads("ar").every((url) => url.includes("arabic"))).toBe(true);
  expect(fontPreloads("sw").every((url) => url.includes("latin"))).toBe(true);
});
