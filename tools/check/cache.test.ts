import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Finding } from "./finding.ts";
import { checkLint } from "./lint.ts";
import { openProject, type Project } from "./project.ts";
import { formatted, makeProject } from "./testing.ts";
import { checkTypes } from "./types.ts";
import { checkUnused } from "./unused.ts";

const settings = (isStrict: boolean) =>
  JSON.stringify({
    compilerOptions: {
      ...{ strict: isStrict, module: "preserve", lib: ["ES2022"], types: [] },
      ...{ allowImportingTsExtensions: true, noEmit: true, declaration: true },
    },
    include: ["src"],
  });

/** Runs a check on a project after each change of its files, always with the same cache. */
function cachedCheck(check: (project: Project) => Promise<Finding[]>, files: Record<string, string>) {
  const { dir } = makeProject(
    { "tsconfig.json": settings(true), ...files },
    { copied: [".oxlintrc.json", "knip.jsonc"] },
  );
  const cacheDir = mkdtempSync(join(tmpdir(), "flyleaf-cache-"));
  onTestFinished(() => rmSync(cacheDir, { recursive: true, force: true }));
  return async (changes: Record<string, string | undefined> = {}) => {
    for (const [path, text] of Object.entries(changes)) {
      if (text === undefined) rmSync(join(dir, path));
      else writeFileSync(join(dir, path), text);
    }
    return formatted(await check(openProject(dir, { cacheDir })));
  };
}

test("cached types find new errors in changed and in unchanged files, and forget those that were fixed", async () => {
  const a = "export const a = () => 1;\n";
  const run = cachedCheck(checkTypes, {
    "src/a.ts": a,
    "src/b.ts": 'import { a } from "./a.ts";\nexport const b: number = a();\n',
  });
  expect(await run()).toEqual([]);
  expect(await run({ "src/a.ts": 'export const a = () => "1";\n' })).toEqual([
    expect.stringMatching(/^src\/b\.ts:2 error TS2322/),
  ]);
  expect(await run({ "src/a.ts": a })).toEqual([]);
  expect(await run({ "src/c.ts": "export const c: string = 1;\n" })).toEqual([
    expect.stringMatching(/^src\/c\.ts:1 error TS2322/),
  ]);
  expect(await run({ "src/c.ts": undefined })).toEqual([]);
  expect(await run({ "src/a.ts": undefined })).toEqual([expect.stringMatching(/^src\/b\.ts:1 error TS2307/)]);
});

test("cached types see every change of a JSON file's properties and of the settings", async () => {
  const run = cachedCheck(checkTypes, {
    "src/en.json": '{ "title": "Books" }\n',
    "src/a.ts": 'import en from "./en.json";\nexport const a: keyof typeof en = "title";\n',
    "src/b.ts": "export const b = [1][0] as number | undefined;\n",
    "src/c.ts": 'import { b } from "./b.ts";\nexport const c: number = b;\n',
    "tsconfig.json": settings(false),
  });
  expect(await run()).toEqual([]);
  expect(await run({ "src/en.json": '{ "titel": "Books" }\n' })).toHaveLength(1);
  expect(await run({ "src/en.json": '{ "title": "Book" }\n' })).toEqual([]);
  expect(await run({ "src/en.json": '{ "titel": "Books" }\n' })).toHaveLength(1);
  expect(await run({ "src/en.json": '{ "title": "Books" }\n' })).toEqual([]);
  expect(await run({ "tsconfig.json": settings(true) })).toEqual([
    expect.stringMatching(/^src\/c\.ts:2 error TS2322/),
  ]);
});

test("the cached linter checks unchanged files again when what they use, or the settings, have changed", async () => {
  const a = "export function a() {\n  return 1;\n}\n";
  const run = cachedCheck(checkLint, {
    "src/a.ts": a,
    "src/b.ts": 'import { a } from "./a.ts";\nexport function b() {\n  a();\n}\n',
    "src/c.ts": "export const c = 1;\n",
  });
  expect(await run()).toEqual([]);
  expect(await run({ "src/c.ts": "export const c: any = 1;\n" })).toEqual([
    expect.stringMatching(/^src\/c\.ts:1 .*no-explicit-any/),
  ]);
  expect(await run({ "src/c.ts": "export const c = 2;\n" })).toEqual([]);
  expect(
    await run({ "src/a.ts": "export async function a() {\n  return await Promise.resolve(1);\n}\n" }),
  ).toEqual([expect.stringMatching(/^src\/b\.ts:3 .*no-floating-promises/)]);
  expect(await run({ "src/a.ts": 'import "./b.ts";\n' + a })).toEqual([
    expect.stringMatching(/no-cycle/),
    expect.stringMatching(/no-cycle/),
  ]);
  expect(await run({ "src/a.ts": a, "src/d.ts": "console.log(1);\nexport {};\n" })).toEqual([
    expect.stringMatching(/^src\/d\.ts:1 .*no-console/),
  ]);
  expect(await run({ "src/d.ts": undefined })).toEqual([]);
  const rules = { ignorePatterns: ["node_modules"], rules: { "no-magic-numbers": "error" } };
  expect(await run({ ".oxlintrc.json": JSON.stringify(rules) })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^src\/a\.ts:2 .*no-magic-numbers/)]),
  );
});

test("several runs at the same time share the cache", async () => {
  const run = cachedCheck(checkLint, { "src/a.ts": "export const a = 1;\n" });
  expect(await Promise.all([run(), run(), run()])).toEqual([[], [], []]);
  expect(await run()).toEqual([]);
  expect(await run({ "src/a.ts": "export const a: any = 1;\n" })).toEqual([
    expect.stringMatching(/^src\/a\.ts:1 .*no-explicit-any/),
  ]);
});

test("the cached search for unused files finds imports of a deleted file, and files that are no longer imported", async () => {
  const run = cachedCheck(checkUnused, {
    "src/main.ts": 'import "./a.ts";\nimport "./b.ts";\n',
    "src/a.ts": "export {};\n",
    "src/b.ts": "export {};\n",
  });
  const before = await run();
  expect(await run({ "src/a.ts": undefined })).toEqual([
    expect.stringMatching(/^src\/main\.ts:1 imports \.\/a\.ts/),
    ...before,
  ]);
  expect(await run({ "src/a.ts": "export {};\n" })).toEqual(before);
  expect(await run({ "src/main.ts": 'import "./a.ts";\n' })).toEqual([
    expect.stringMatching(/^src\/b\.ts is not imported/),
    ...before,
  ]);
});
