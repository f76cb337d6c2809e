import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "./index.ts";
import { fix } from "../../scripts/fix.ts";
import { makeProject } from "./testing.ts";

const files = {
  "src/brand/brand.ts": 'import { log } from "#server/log.ts";\nexport const name   = log;\n',
  "src/server/log.ts": "export const log = 1;\n",
  "src/i18n/messages/en.json": '{ "yes": "Yes" }\n',
};

/** Each file with its modification time. */
function times(dir: string): string[] {
  return globSync("**/*", { cwd: dir, exclude: ["node_modules"] }).map(
    (path) => `${path} ${statSync(join(dir, path)).mtimeMs}`,
  );
}

async function runChecks(o: { dir: string; only?: string[] }) {
  const lines: string[] = [];
  const result = await check({ ...o, print: (text) => lines.push(text) });
  return { ...result, text: lines.join("\n") };
}

test("a run prints for each check its duration and findings, and writes nothing", async () => {
  const { dir } = makeProject({ ...files, ".oxfmtrc.json": '{ "printWidth": 110 }\n' });
  const before = times(dir);
  const { text, passed, failed } = await runChecks({ dir, only: ["dependencies", "directions", "format"] });
  expect({ passed, failed }).toEqual({ passed: 1, failed: 2 });
  expect(text).toMatch(/^✓ directions {2}[\d.]+ m?s$/m);
  expect(text).toMatch(/^✗ dependencies {2}[\d.]+ m?s$/m);
  expect(text).toContain("src/brand/brand.ts:1 imports src/server/log.ts: brand must not import server");
  expect(times(dir)).toEqual(before);
});

test("a check that throws has failed, and the others still run", async () => {
  const { dir } = makeProject({ "src/page/table.ts": "throw new Error('no tables');\n" });
  const { passed, failed, text } = await runChecks({ dir, only: ["migrations", "directions"] });
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(text).toContain("no tables");
});

test("fix corrects format, lint and the types of texts, and returns the remaining findings", async () => {
  const lintable = {
    ...files,
    "src/build.ts": 'import { log as log } from "./server/log.ts";\nexport const build = log;\n',
  };
  const { dir } = makeProject(lintable, { copied: [".oxfmtrc.json", ".oxlintrc.json", "tsconfig.json"] });
  expect(await fix({ dir })).toBe("");
  expect(readFileSync(join(dir, "src/build.ts"), "utf8")).toContain("import { log }");
  expect(await runChecks({ dir, only: ["format"] })).toMatchObject({ passed: 1, failed: 0 });
  expect((await runChecks({ dir, only: ["texts"] })).text).not.toContain("texts.gen.ts");

  const broken = makeProject(
    { "src/a.ts": "export const a: any = 1;\n" },
    { copied: [".oxlintrc.json", "tsconfig.json"] },
  );
  expect(await fix({ dir: broken.dir })).toContain("no-explicit-any");
});

test("fix writes the route tree", async () => {
  const files = {
    "vite.config.ts":
      'import { tanstackStart } from "@tanstack/react-start/plugin/vite";\nexport default { plugins: [tanstackStart()] };\n',
    "src/router.tsx": "export const getRouter = () => undefined;\n",
    "src/routes/__root.tsx":
      'import { createRootRoute } from "@tanstack/react-router";\nexport const Route = createRootRoute();\n',
    "src/routes/albums.tsx":
      'import { createFileRoute } from "@tanstack/react-router";\nexport const Route = createFileRoute("/albums")({});\n',
  };
  const { dir } = makeProject(files, { copied: [".oxfmtrc.json", ".oxlintrc.json", "tsconfig.json"] });
  await fix({ dir, files: ["src"] });
  expect(readFileSync(join(dir, "src/routeTree.gen.ts"), "utf8")).toContain("./routes/albums");
});
