import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { projectDir } from "../../scripts/support/project.ts";
import { checkFormat } from "./format.ts";
import { checkLint } from "./lint.ts";
import { formatted, makeProject } from "./testing.ts";
import { checkTypes } from "./types.ts";
import { checkUnused } from "./unused.ts";

test("a file that is not formatted is reported", async () => {
  const files = { "src/a.ts": "export const a = 1;\n", "src/b.ts": "export const b   = 1\n" };
  const project = makeProject({ ...files, ".oxfmtrc.json": '{ "printWidth": 110 }\n' });
  expect(formatted(await checkFormat(project))).toEqual(["src/b.ts is not formatted: npm run fix"]);
});

test("compiler errors are reported with their line and full message", async () => {
  const files = {
    "src/a.ts": 'export const a: number = "1";\n',
    "src/b.ts":
      "export const b: { c: { d: number } } = { c: { d: true } };\nexport const e: (f: number) => { g: 1 } = (_: string) => ({ g: 2 });\n",
  };
  expect(formatted(await checkTypes(makeProject(files, { copied: ["tsconfig.json"] })))).toEqual([
    expect.stringMatching(/^src\/a\.ts:1 error TS2322: /),
    expect.stringMatching(/^src\/b\.ts:1 error TS2322: /),
    expect.stringMatching(/^src\/b\.ts:2 error TS2322: .*\n.+/),
  ]);
});

test("a compiler that can't run is reported", async () => {
  expect(formatted(await checkTypes(makeProject({ "tsconfig.json": '{ "include": ["nowhere"] }' })))).toEqual(
    [expect.stringContaining("error TS18003")],
  );
});

test("unused files, exports, types and packages are reported, and unlisted packages", async () => {
  const dependencies = { zod: "*", nodemailer: "*" };
  const project = makeProject(
    {
      "package.json": JSON.stringify(
        { name: "made", type: "module", imports: { "#*": "./src/*" }, dependencies },
        null,
        2,
      ),
      "src/main.ts": 'import "#used.ts";\nimport "zod";\nimport "pg";\nimport "#gone.ts";\n',
      "src/used.ts": "export const a = 1;\nexport type B = 1;\n",
      "src/lost.ts": "export const c = 1;\n",
      "src/routes/index.tsx": "export const Route = 1;\n",
    },
    { copied: ["knip.jsonc", "tsconfig.json"] },
  );
  expect(formatted(await checkUnused(project)).sort()).toEqual([
    "package.json:9 the package nodemailer is not imported: npm uninstall nodemailer",
    'src/lost.ts is not imported: delete it, or add it to "entry" in knip.jsonc',
    "src/main.ts:3 imports the package pg, which package.json does not list: npm install pg",
    "src/main.ts:4 imports #gone.ts, which does not exist",
    'src/used.ts:1 "a" is not imported: delete it, or its export',
    'src/used.ts:2 the type "B" is not imported: delete it, or its export',
  ]);
});

test.each(["dist", "storybook-static", "coverage", "data"])(
  "the files that commands write to %s are ignored by git, lint, format and the search for unused files",
  async (folder) => {
    const { status } = spawnSync("git", ["check-ignore", `${folder}/a.ts`], { cwd: projectDir });
    expect(status).toBe(0);
    const project = makeProject(
      { [`${folder}/a.ts`]: "export const a   = process.env.A as any\n", "src/main.ts": "export {};\n" },
      { copied: [".gitignore", ".oxlintrc.json", ".oxfmtrc.json", "knip.jsonc", "tsconfig.json"] },
    );
    const findings = [
      ...(await checkLint(project)),
      ...(await checkFormat(project)),
      ...(await checkUnused(project)),
    ];
    expect(findings.filter(({ file }) => file.startsWith(folder))).toEqual([]);
  },
);
