import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../scripts/support/testing.ts";
import { pageLines, componentLines } from "../bundle-size.ts";
import { measureComponents } from "./components.ts";
import { compressedSize, scriptsOf, measurePages } from "./pages.ts";

/** A literal of random text, which compresses badly. */
const heavy = (bytes: number) =>
  JSON.stringify(Array.from({ length: bytes }, (_, index) => ((index * 7919) % 9973).toString(36)).join(""));

const files = {
  "controls/button.tsx": `
    import { useState } from "react";
    import { Link } from "@tanstack/react-router";
    import "./button.css";
    export const Button = () => <button>{useState(0)}<Link to="/" /></button>;`,
  "controls/button.css": ".button { color: red } .button:hover { color: green }",
  "controls/button.stories.tsx": "export default 1;",
  "controls/button.test.tsx": "throw new Error('a test');",
  "list/date.tsx": `
    import { lazy } from "react";
    import { Button } from "../controls/button.tsx";
    const Calendar = lazy(() => import("./calendar.ts"));
    export const Date = () => <><Button /><Calendar /></>;`,
  "list/calendar.ts": `export default function Calendar() { return ${heavy(4_000)} }`,
  "badge.tsx": `const unused = ${heavy(4_000)}; export const Badge = () => <b />;`,
};

test("each component is measured alone: with its imports, without shared packages and unused code", async () => {
  const sizes = Object.fromEntries(
    (await measureComponents(temporaryFolder(files))).map((size) => [size.path, size]),
  );
  expect(Object.keys(sizes).sort()).toEqual(["badge.tsx", "controls/button.tsx", "list/date.tsx"]);
  const { "badge.tsx": badge, "controls/button.tsx": button, "list/date.tsx": date } = sizes;
  expect(badge).toMatchObject({ style: 0, lazy: 0 });
  expect(badge?.script).toBeLessThan(200);
  expect(button?.script).toBeLessThan(400);
  expect(button?.style).toBeGreaterThan(20);
  expect(date?.style).toBe(button?.style);
  expect(date?.script).toBeGreaterThan(button?.script ?? 0);
  expect(date?.script).toBeLessThan(1_500);
  expect(date?.lazy).toBeGreaterThan(gzipSync(heavy(4_000)).length * 0.9);
});

test("a line for each component, grouped by folder, the largest first", () => {
  expect(
    componentLines([
      { path: "list/row.tsx", script: 400, style: 0, lazy: 0 },
      { path: "controls/button.tsx", script: 649, style: 0, lazy: 0 },
      { path: "controls/date.tsx", script: 3_024, style: 1_435, lazy: 24_327 },
      { path: "icons.tsx", script: 1_283, style: 0, lazy: 0 },
    ]),
  ).toEqual([
    "   1.3  icons.tsx",
    "   3.0  controls/date.tsx  + styles 1.4  + lazy 24.3",
    "   0.6  controls/button.tsx",
    "   0.4  list/row.tsx",
  ]);
});

const manifest = {
  routes: {
    __root__: { preloads: ["/assets/index.js", "/assets/icons.js"] },
    "/login": { preloads: ["/assets/cover.js"] },
    "/login/": { preloads: ["/assets/login.js", "/assets/icons.js"] },
    "/app": { preloads: ["/assets/area.js"] },
  },
};

test("a page loads the scripts of its route and of the parent routes, each once", () => {
  expect(scriptsOf(manifest, "/login/")).toEqual(
    ["index", "icons", "cover", "login"].map((name) => `/assets/${name}.js`),
  );
  expect(scriptsOf(manifest, "/app/books/")).toEqual(
    ["index", "icons", "area"].map((name) => `/assets/${name}.js`),
  );
});

test("the scripts of a page are measured compressed", async () => {
  const dist = temporaryFolder({
    "server/assets/_tanstack-start-manifest_v-1.js": `export const tsrStartManifest = () => (${JSON.stringify(manifest)})`,
    "client/assets/index.js": heavy(2_000),
    "client/assets/icons.js": heavy(500),
    "client/assets/cover.js": "1",
    "client/assets/login.js": heavy(1_000),
  });
  const pages = (await measurePages(dist, ["/login/"])) ?? [];
  expect(pages[0]?.scripts.map(({ file }) => file)).toEqual(["index.js", "login.js", "icons.js", "cover.js"]);
  expect(pages[0]?.scripts[0]?.bytes).toBe(compressedSize(dist, "/assets/index.js"));
  expect(
    pageLines([
      {
        route: "/login/",
        scripts: [
          { file: "index.js", bytes: 70_120 },
          { file: "a.js", bytes: 990 },
        ],
      },
    ]),
  ).toEqual(["  71.1  /login/", "      70.1  index.js", "       1.0  a.js"]);
});

test("without a build there are no pages to measure", async () => {
  expect(await measurePages(temporaryFolder(), ["/login/"])).toBeUndefined();
});
