import { expect, test } from "vitest";
import { checkFormat } from "./format.ts";
import { makeProject, formatted } from "./testing.ts";
import { checkTypes } from "./types.ts";
import { checkUnused } from "./unused.ts";

test("a file that is not formatted is told", async () => {
  const files = { "src/a.ts": "export const a = 1;\n", "src/b.ts": "export const b   = 1\n" };
  const project = makeProject({ ...files, ".oxfmtrc.json": '{ "printWidth": 110 }\n' });
  expect(formatted(await checkFormat(project))).toEqual(["src/b.ts is not formatted: npm run fix"]);
});

test("what the compiler refuses is told with its line, and all that it says", async () => {
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

test("a compiler that can't do its work is told", async () => {
  expect(formatted(await checkTypes(makeProject({ "tsconfig.json": '{ "include": ["nowhere"] }' })))).toEqual(
    [expect.stringContaining("error TS18003")],
  );
});

test("files, exports, types and packages that nothing uses are told, and packages that nobody lists", async () => {
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
    "package.json:9 no code of the product imports the package nodemailer: npm uninstall nodemailer",
    "src/lost.ts is imported by nothing: remove it, or name it as an entry in knip.jsonc",
    "src/main.ts:3 imports the package pg, which package.json does not list: npm install pg",
    "src/main.ts:4 imports #gone.ts, which is not there",
    'src/used.ts:1 nothing imports "a": remove it, or its export',
    'src/used.ts:2 nothing imports the type "B": remove it, or its export',
  ]);
});
