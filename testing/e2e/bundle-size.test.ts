import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { compressedSize } from "../../tools/bundle-size/pages.ts";
import { openHydrated } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

/** The scripts that a page's HTML names. */
function scriptsOf(html: string): string[] {
  return [...new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))];
}

/** Their size, in kB of brotli. */
function sizeOf(scripts: string[]): number {
  return scripts.reduce((sum, file) => sum + compressedSize("dist", file), 0) / 1_000;
}

function textOf(scripts: string[]): string {
  return scripts.map((file) => readFileSync(join("dist/client", file), "utf8")).join("\n");
}

/** In kB of brotli. */
const limits = {
  "/app": 140,
  "/app/books": 148,
  "/manager/books": 148,
  "/manager/users": 148,
  "/manager/genres": 148,
  "/manager/dashboard": 152,
  "/manager/activity": 162,
};

/** The paths of an area's pages, as in their route files. */
const areaPages = globSync("{app,manager}/**/*.tsx", { cwd: "src/routes" })
  .map((file) => `/${file.replace(/(\/index|\/route)?\.tsx$/, "")}`)
  .filter((path) => path.split("/").length > 2);

test(
  "login loads at most 110 kB of scripts, Home 140, each list 148, the dashboard 152 and the activity 162",
  { tags: "smoke" },
  async ({ newPageOf, server }) => {
    const login = sizeOf(scriptsOf(await (await fetch(`${server.url}/login`)).text()));
    const { request } = (await newPageOf({ role: "admin" })).context();
    const sizes: Record<string, number> = {};
    for (const path of Object.keys(limits))
      sizes[path] = sizeOf(scriptsOf(await (await request.get(path)).text()));
    console.log("Scripts in kB:", { login, ...sizes });
    expect(login).toBeLessThanOrEqual(110);
    for (const [path, limit] of Object.entries(limits)) expect(sizes[path], path).toBeLessThanOrEqual(limit);
  },
);

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

test("login needs at most 12 requests, a list at most 20, each with one style sheet", async ({
  newPage,
  newPageOf,
}) => {
  const login = await requestsOf(await newPage(), "/login");
  const books = await requestsOf(await newPageOf(), "/app/books");
  const managed = await requestsOf(await newPageOf({ role: "admin" }), "/manager/books");
  console.log(`Requests: login ${login.count}, App's books ${books.count}, Manager's ${managed.count}`);
  expect(login.count).toBeLessThanOrEqual(12);
  expect(Math.max(books.count, managed.count)).toBeLessThanOrEqual(20);
  expect([login.styles, books.styles, managed.styles]).toEqual([1, 1, 1]);
});

test("the HTML of Home takes at most 10 kB, compressed, and that of a list 15", async ({ newPageOf }) => {
  const { request } = (await newPageOf({ role: "admin" })).context();
  const sizes: Record<string, number> = {};
  for (const path of Object.keys(limits)) {
    const response = await request.get(path, { headers: { "accept-encoding": "br" } });
    sizes[path] = Number(response.headers()["content-length"]) / 1_000;
  }
  console.log("HTML in kB:", sizes);
  expect(sizes["/app"]).toBeLessThanOrEqual(10);
  expect(Math.max(...Object.values(sizes))).toBeLessThanOrEqual(15);
});

test("login's scripts don't grow with the areas: they contain no page and no texts of theirs", async ({
  server,
}) => {
  const login = textOf(scriptsOf(await (await fetch(`${server.url}/login`)).text()));
  expect(areaPages.length).toBeGreaterThan(10);
  expect(areaPages.filter((path) => login.includes(`${path}"`) || login.includes(`${path}\``))).toEqual([]);
  expect(login).not.toContain("messages/");
});

test("the first page of an area names the script with the areas' routes", async ({ newPageOf }) => {
  const page = await newPageOf();
  const html = await (await page.context().request.get("/app/books")).text();
  const scripts = textOf(scriptsOf(html));
  expect(areaPages.filter((path) => !scripts.includes(path))).toEqual([]);
});
