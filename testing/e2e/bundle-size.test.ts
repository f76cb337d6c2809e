import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { features } from "#app/features.ts";
import { allOf } from "../feature-testing.ts";
import { openHydrated } from "./support/interactions.ts";
import { adminHome, userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

/** The scripts that a page's HTML names. */
function scriptsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))];
}

/** Their size, in kB of brotli. */
function sizeOf(scripts: string[]): number {
  const sizes = scripts.map((file) => brotliCompressSync(readFileSync(join("dist/client", file))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

function textOf(scripts: string[]): string {
  return scripts.map((file) => readFileSync(join("dist/client", file), "utf8")).join("\n");
}

/** The pages of the areas, of which features name their lists. */
const areaPages = [
  "/app", // optional: app
  "/manager/users",
  adminHome,
  ...allOf("lists").flat(),
];

/** The routes of each feature are in the scripts of every page, its links, texts and search parameters in those of areas. */
const limits = { login: 111.2 + 1.05 * features.length, areas: 141.2 + 2.8 * features.length };

test(
  "login loads at most 111.2 kB of scripts, and 1.05 for each feature, the pages of the areas 141.2, and 2.8 for each",
  { tags: "smoke" },
  async ({ newPageOf, server }) => {
    const login = sizeOf(scriptsOf(await (await fetch(`${server.url}/login`)).text()));
    const { request } = (await newPageOf({ role: "admin" })).context();
    const sizes: Record<string, number> = {};
    for (const path of areaPages) sizes[path] = sizeOf(scriptsOf(await (await request.get(path)).text()));
    console.log("Scripts in kB:", { login, ...sizes });
    expect(login).toBeLessThanOrEqual(limits.login);
    expect(Math.max(...Object.values(sizes))).toBeLessThanOrEqual(limits.areas);
  },
);

test("a build has none of the devtools that npm run dev shows", () => {
  const devtools = /(?:tanstack|query|router).?devtools/i;
  const files = globSync("dist/{client,server}/**/*.{js,css}");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => devtools.test(readFileSync(file, "utf8")))).toEqual([]);
});

/** What a page requests until it is hydrated, without the images of its data. */
async function requestsOf(page: Page, path: string): Promise<{ count: number; styles: number }> {
  const types: string[] = [];
  page.on("request", (request) => types.push(request.resourceType()));
  await openHydrated(page, path);
  return {
    count: types.filter((type) => type !== "image").length,
    styles: types.filter((type) => type === "stylesheet").length,
  };
}

test("login needs at most 14 requests, a list at most 22, each with one style sheet", async ({
  newPage,
  newPageOf,
}) => {
  const login = await requestsOf(await newPage(), "/login");
  const home = await requestsOf(await newPageOf(), userHome);
  const managed = await requestsOf(await newPageOf({ role: "admin" }), "/manager/users");
  console.log(`Requests: login ${login.count}, Home ${home.count}, users ${managed.count}`);
  expect(login.count).toBeLessThanOrEqual(14);
  expect(Math.max(home.count, managed.count)).toBeLessThanOrEqual(22);
  expect([login.styles, home.styles, managed.styles]).toEqual([1, 1, 1]);
});

test("the HTML of Home takes at most 13 kB, compressed, and those of lists and the dashboard 19.5", async ({
  newPageOf,
}) => {
  const { request } = (await newPageOf({ role: "admin" })).context();
  const sizes: Record<string, number> = {};
  for (const path of [userHome, ...areaPages]) {
    sizes[path] = brotliCompressSync(await (await request.get(path)).body()).length / 1_000;
  }
  console.log("HTML in kB:", sizes);
  expect(sizes[userHome]).toBeLessThanOrEqual(13);
  expect(Math.max(...Object.values(sizes))).toBeLessThanOrEqual(19.5);
});

test("the scripts of login contain no screen of an area, none of its data's code, and no texts", async ({
  server,
}) => {
  const login = textOf(scriptsOf(await (await fetch(`${server.url}/login`)).text()));
  // A class of the data table, and the path of operations.
  for (const text of ["data-table", "/api/rpc", "messages/"]) expect(login, text).not.toContain(text);
});

test("only development names the files of a screen", () => {
  const files = globSync("dist/**/*.{js,html}").map((file) => readFileSync(file, "utf8"));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((text) => text.includes('"src/features/users/screens"')).length).toBe(0);
});
