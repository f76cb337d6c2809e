import { expect, test } from "vitest";
import { checkClocks } from "./clocks.ts";
import { formatted, makeProject } from "./testing.ts";

function findingsFor(path: string, code: string): string[] {
  return formatted(checkClocks(makeProject({ [path]: `// The product\n${code}\n` })));
}

test.each([
  "const expiresAt = new Date(Date.now() + 60_000);",
  "export const isOver = (end: Date) => end < new Date();",
  "const at = new Date;",
  "const at = new globalThis.Date();",
  "const text = Date();",
  "createdAt: timestamp().$defaultFn(Date.now),",
  "const at = new Date(\n);",
  "const { now } = Date;",
  "const Time = Date;",
  'const at = Date["now"]();',
  "const at = performance.timeOrigin + performance.now();",
  "const at = Temporal.Now.instant();",
])("%j reads the process's clock", (code) => {
  expect(findingsFor("src/features/notes/store.ts", code)).toEqual([
    expect.stringMatching(/^src\/features\/notes\/store\.ts:2 reads this process's clock: write /),
  ]);
});

test.each([
  "const at = new Date(row.createdAt);",
  "const day = new Date(`${text}T00:00:00Z`);",
  "const startedAt = performance.now();",
  "const at = databaseTime();",
  "type Time = Date; let until: Date | undefined; const isDate = (value: unknown) => value instanceof Date;",
  "const days = Date.UTC(2026, 0, 1) - Date.parse(text);",
  "// Not Date.now(), which differs between instances.",
  "/* new Date()\n Date.now() */",
])("%j doesn't", (code) => {
  expect(findingsFor("src/features/notes/store.ts", code)).toEqual([]);
});

test("server code is checked wherever it is, and neither tests nor components", () => {
  const code = "export const at = new Date();";
  for (const path of [
    "src/server/a.ts",
    "src/app/page/get-a.ts",
    "src/routes/a.ts",
    "src/routes/app/a.tsx",
    "src/features/notes/mails/a.tsx",
    "src/features/notes/server/a.tsx",
  ])
    expect(findingsFor(path, code), path).toHaveLength(1);
  for (const path of ["src/server/a.test.ts", "src/server/testing.ts", "src/features/notes/screens/a.tsx"])
    expect(findingsFor(path, code), path).toEqual([]);
});
