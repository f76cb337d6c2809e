import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);
const css = readFileSync(new URL("fonts.css", import.meta.url), "utf8");
const files = [
  ...[...css.matchAll(/url\("(.+?)"\)/g)].map(([, file]) => file ?? ""),
  ...[...css.matchAll(/@import "(.+?)"/g)].flatMap(([, name = ""]) => filesOfPackage(name)),
];

function stylesOfPackage(name: string) {
  return readFileSync(require.resolve(`${name}/index.css`), "utf8");
}

function filesOfPackage(name: string) {
  return [...stylesOfPackage(name).matchAll(/url\(\.(.+?)\)/g)].map(([, path]) => name + path);
}

test("every font file of the style sheet exists", () => {
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(() => require.resolve(file), file).not.toThrow();
});

test("no font file is larger than 55 kB", () => {
  for (const file of files) expect(statSync(require.resolve(file)).size, file).toBeLessThan(55_000);
});

test("every font shows its fallback until it has loaded", () => {
  const sheets = [
    css,
    ...[...css.matchAll(/@import "(.+?)"/g)].map(([, name = ""]) => stylesOfPackage(name)),
  ];
  const faces = sheets.flatMap((sheet) => sheet.match(/@font-face\s*\{[^}]*\}/g) ?? []);
  const remote = faces.filter((face) => face.includes("url("));
  expect(remote.length).toBeGreaterThan(5);
  for (const face of remote) expect(face).toContain("font-display: swap");
});
