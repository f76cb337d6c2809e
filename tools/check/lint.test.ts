import { expect, test } from "vitest";
import { checkLint } from "./lint.ts";
import { makeProject } from "./testing.ts";

const files = {
  "src/a.ts": `import { b } from "#b.ts";
import { env } from "node:process";
export async function a(items: string[]) {
  b();
  return await items.length;
}
a([]);
[1, 2].forEach(async () => {
  await a([]);
});
export const home: any = process.env.HOME ?? env.HOME;
console.log(home);
`,
  "src/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
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
  "src/server/config.ts": "export const port = process.env.PORT;\n",
  "src/a.test.ts": "console.log(process.env.PORT);\n",
  "scripts/b.ts": "console.log(process.env.PORT);\n",
};

test("each rule reports code that violates it, except where it is disabled", async () => {
  const findings = await checkLint(makeProject(files, { copied: [".oxlintrc.json", "tsconfig.json"] }));
  const lines = findings.map(
    ({ file, line, problem }) => `${file}:${line} ${/\(([^()]+\([^()]+\))\)$/.exec(problem)?.[1]}`,
  );
  expect(lines.sort()).toEqual(
    [
      "src/a.ts:11 node(no-process-env)",
      "src/a.ts:11 typescript(no-explicit-any)",
      "src/a.ts:12 eslint(no-console)",
      "src/a.ts:1 import(no-cycle)",
      "src/a.ts:2 eslint(no-restricted-imports)",
      "src/a.ts:5 typescript(await-thenable)",
      "src/a.ts:7 typescript(no-floating-promises)",
      "src/a.ts:8 typescript(no-misused-promises)",
      "src/b.ts:1 import(no-cycle)",
      "src/c.tsx:4 react-hooks(rules-of-hooks)",
      "src/c.tsx:5 react-hooks(exhaustive-deps)",
      "src/c.tsx:7 jsx-a11y(click-events-have-key-events)",
      "src/c.tsx:7 jsx-a11y(no-static-element-interactions)",
      "src/c.tsx:8 jsx-a11y(alt-text)",
      "src/c.tsx:9 react(no-danger)",
    ].sort(),
  );
});

test("a comment that disables a rule without need is reported", async () => {
  const project = makeProject(
    { "src/a.ts": "// oxlint-disable-next-line no-console\nexport const a = 1;\n" },
    { copied: [".oxlintrc.json", "tsconfig.json"] },
  );
  expect(await checkLint(project)).toEqual([expect.objectContaining({ file: "src/a.ts", line: 1 })]);
});
