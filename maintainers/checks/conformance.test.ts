import { expect, test } from "vitest";
import { checkConformance } from "./conformance.ts";
import { formatted, makeProject } from "../../tools/check/testing.ts";

const sections = Array.from({ length: 9 }, (_, index) => `## ${index + 1}. Title\n\n`).join("");

function findingsFor(page: string, before = sections): string[] {
  const project = makeProject({
    "maintainers/conformance.md": before + page,
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
  ["- A sentence.\n", "maintainers/conformance.md:19 has no test"],
  ["- A sentence.\n  - by hand\n", "maintainers/conformance.md:20 is no test"],
  ["- A sentence.\n  - [b](../src/b.test.ts)\n", "maintainers/conformance.md:20 src/b.test.ts doesn’t exist"],
  [
    '- A sentence.\n  - [a](../src/a.test.ts) "gone"\n',
    'maintainers/conformance.md:20 src/a.test.ts has no test "gone"',
  ],
  [
    '- A sentence.\n  - [a](../src/a.test.ts) "a book can\'t"\n',
    'maintainers/conformance.md:20 src/a.test.ts has no test "a book can\'t"',
  ],
])("%j is reported", (page, finding) => {
  expect(findingsFor(page)).toContainEqual(expect.stringContaining(finding));
});

test("a missing section is reported", () => {
  expect(findingsFor("", sections.replace("## 4. Title", ""))).toEqual([
    expect.stringContaining("maintainers/conformance.md:1 has no section 4"),
  ]);
});
