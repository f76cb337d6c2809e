import { expect, test } from "vitest";
import { checkConformance } from "./conformance.ts";
import { formatted, makeProject } from "./testing.ts";

function findingsFor(page: string): string[] {
  const project = makeProject({
    "docs/conformance.md": page,
    "src/a.test.ts": 'test("a book can\'t be empty", () => {});\n',
  });
  return formatted(checkConformance(project));
}

test("a sentence with existing tests has no findings", () => {
  expect(
    findingsFor('# Title\n\nText.\n\n- A sentence.\n  - [a](../src/a.test.ts) "a book can\'t be empty"\n'),
  ).toEqual([]);
  expect(findingsFor("- A sentence.\n  - [a](../src/a.test.ts)\n")).toEqual([]);
});

test.each([
  ["- A sentence.\n", "docs/conformance.md:1 has no test"],
  ["- A sentence.\n  - by hand\n", "docs/conformance.md:2 is no test"],
  ["- A sentence.\n  - [b](../src/b.test.ts)\n", "docs/conformance.md:2 src/b.test.ts doesn’t exist"],
  [
    '- A sentence.\n  - [a](../src/a.test.ts) "gone"\n',
    'docs/conformance.md:2 src/a.test.ts has no test "gone"',
  ],
])("%j is reported", (page, finding) => {
  expect(findingsFor(page)).toContainEqual(expect.stringContaining(finding));
});
