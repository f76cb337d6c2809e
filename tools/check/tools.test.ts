import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "./index.ts";
import { makeProject } from "./testing.ts";
import { runTool } from "./tool.ts";

const copied = [".gitignore", ".oxlintrc.json", ".oxfmtrc.json", "knip.jsonc", "tsconfig.json"];

/** What a check prints about a project. */
async function outputOf(name: string, files: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  const { dir } = makeProject(files, { copied });
  await check({ dir, only: [name], print: (text) => lines.push(text) });
  return lines.join("\n");
}

test.for([
  ["types", { "src/a.ts": 'export const a: number = "1";\n' }, "src/a.ts(1,14): error TS2322"],
  ["format", { "src/a.ts": "export const a   = 1\n" }, "src/a.ts"],
  ["unused", { "src/main.ts": "export {};\n", "src/lost.ts": "export {};\n" }, "src/lost.ts"],
  ["lint", { "src/a.ts": "export const a: any = 1;\n" }, "no-explicit-any"],
] as const)("what a tool finds is printed: %s", async ([name, files, found]) => {
  expect(await outputOf(name, files)).toContain(found);
});

test("a feature that depends on its own permissions is the only finding of types, until it is corrected", async () => {
  const { dir } = makeProject(
    {
      "src/features/albums/feature.ts":
        'import { find } from "./queries.ts";\nexport const feature = { permissions: { album: [] }, find: find("album") };\n',
      "src/features/albums/queries.ts":
        'import type { feature } from "./feature.ts";\nexport const find = (name: keyof (typeof feature)["permissions"]) => name;\n',
    },
    { copied },
  );
  const lines: string[] = [];
  const checkTypes = () => check({ dir, only: ["types"], print: (text) => lines.push(text) });
  expect(await checkTypes()).toEqual({ passed: 0, failed: 1 });
  const [finding = "", ...others] = lines.join("\n").split("\n").slice(1);
  expect(finding).toMatch(/^src\/features\/albums\/feature.ts:2 depends on its own permissions/);
  expect(others).toEqual(["  const search: FeatureSearch = recordSearch(…);"]);
  writeFileSync(
    join(dir, "src/features/albums/feature.ts"),
    "export const feature = { permissions: { album: [] } };\n",
  );
  expect(await checkTypes()).toEqual({ passed: 1, failed: 0 });
});

test("parts for features may be unused", async () => {
  const files = { "src/main.ts": "export {};\n", "src/ui/spare.ts": "export const spare = 1;\n" };
  expect(await outputOf("unused", files)).toMatch(/^✓ unused/);
});

test("the files that commands write are not linted, formatted or searched for unused files", async () => {
  const folders = ["dist", "coverage", "data"];
  const text = "export const a   = process.env.A as any\n";
  const files = Object.fromEntries(folders.map((folder) => [`${folder}/a.ts`, text]));
  for (const name of ["lint", "format", "unused"])
    expect(await outputOf(name, { ...files, "src/main.ts": "export {};\n" })).not.toContain("a.ts");
});

const linted = {
  "src/a.ts": `import type { B } from "#b.ts";
import { env } from "node:process";
export async function a(items: B[]) {
  return await items.length;
}
a([]);
[1, 2].forEach(async () => {
  await a([]);
});
export const home = process.env.HOME ?? env.HOME;
console.log(home);
`,
  "src/b.ts": 'import { a } from "./a.ts";\nexport type B = typeof a;\n',
  "src/c.tsx": `import { useEffect, useState } from "react";
export function C({ isOn, n }: { isOn: boolean; n: number }) {
  const [value] = useState(0);
  if (isOn) useEffect(() => void n, [n, value]);
  useEffect(() => void n, []);
  return (
    <div onClick={() => undefined}>
      <img src="x.png" />
      <p dangerouslySetInnerHTML={{ __html: "x" }} />
    </div>
  );
}
`,
  "src/ui/d.tsx": `export const D = () => (
  <main>
    <p>Hello</p>
    <p>{"Hello"}</p>
    <p title="Hello" />
    <p className="flex"> · </p>
  </main>
);
`,
  "src/server/config.ts": "export const port = process.env.PORT;\n",
  "src/a.test.ts": "console.log(process.env.PORT);\n",
  "scripts/b.ts": "console.log(process.env.PORT);\n",
};

test("each lint rule reports code that violates it, except where it is disabled", async () => {
  const { dir } = makeProject(linted, { copied });
  const { output } = await runTool("oxlint", ["--type-aware", "--format=unix"], dir);
  const lines = [...output.matchAll(/^(\S+):(\d+):\d+: .*\[Error\/(.+)\]$/gm)];
  expect(lines.map(([, file, line, rule]) => `${file}:${line} ${rule}`).sort()).toEqual(
    [
      "src/a.ts:10 node(no-process-env)",
      "src/a.ts:11 eslint(no-console)",
      "src/a.ts:1 import(no-cycle)",
      "src/a.ts:2 eslint(no-restricted-imports)",
      "src/a.ts:4 typescript(await-thenable)",
      "src/a.ts:6 typescript(no-floating-promises)",
      "src/a.ts:7 typescript(no-misused-promises)",
      "src/b.ts:1 import(no-cycle)",
      "src/c.tsx:4 react-hooks(rules-of-hooks)",
      "src/c.tsx:5 react-hooks(exhaustive-deps)",
      "src/c.tsx:7 jsx-a11y(click-events-have-key-events)",
      "src/c.tsx:7 jsx-a11y(no-static-element-interactions)",
      "src/c.tsx:8 jsx-a11y(alt-text)",
      "src/c.tsx:9 react(no-danger)",
      "src/ui/d.tsx:3 react(jsx-no-literals)",
      "src/ui/d.tsx:4 react(jsx-no-literals)",
      "src/ui/d.tsx:5 react(jsx-no-literals)",
    ].sort(),
  );
});
