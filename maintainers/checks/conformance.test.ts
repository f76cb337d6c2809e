import { expect, test } from "vitest";
import { checkConformance } from "./conformance.ts";
import { formatted, makeProject } from "../../tools/check/testing.ts";

const counts = [27, 190, 35, 48, 58, 19, 27, 126, 41];

const shown = '  - component: [a](../src/a.test.tsx) "a book can\'t be empty"\n';

/** A page with each number; `lines` replaces what it has for some of them. */
function pageWith(lines: Record<string, string> = {}, decided = ""): string {
  const sections = counts.map((count, index) => {
    const numbers = Array.from({ length: count }, (_, sentence) => `${index + 1}.${sentence + 1}`);
    const entries = numbers.map((number) => lines[number] ?? `- ${number} A sentence.\n${shown}`);
    return `## ${index + 1}. Title\n\n${entries.join("")}\n`;
  });
  return `${sections.join("")}## Decided\n\n${decided}`;
}

function findingsFor(page: string): string[] {
  const tests = [
    'test("a book can\'t be empty", () => {});',
    'const text = "no test";',
    'test.each([])(\n  "each %s",\n () => {});',
    'test.skip("skipped", () => {});',
  ];
  const project = makeProject({
    "maintainers/conformance.md": page,
    "src/a.test.tsx": tests.join("\n"),
    "src/a.test.ts": tests.join("\n"),
    "testing/e2e/a.test.ts": tests.join("\n"),
  });
  return formatted(checkConformance(project));
}

test("a page with each sentence and its existing tests has no findings", () => {
  expect(findingsFor(pageWith())).toEqual([]);
  expect(
    findingsFor(
      pageWith(
        {
          "1.1": "- 1.1 For whom it is (introduction).\n",
          "1.2": '- 1.2 A sentence.\n  - screen: [a](../testing/e2e/a.test.ts) "each %s"\n',
          "1.3": `- 1.3 A sentence.\n${shown}  - code: [a](../src/a.test.ts) "a book can't be empty"\n`,
        },
        "### Books\n\n- A decision.\n  - [a](../src/a.test.ts)\n",
      ),
    ),
  ).toEqual([]);
});

test.each([
  ["missing", { "3.4": "" }, "is not 3.4, which is next"],
  [
    "doubled",
    { "3.4": `- 3.4 A sentence.\n${shown}- 3.4 A sentence.\n${shown}` },
    "is not 3.5, which is next",
  ],
  [
    "invented",
    { "9.41": `- 9.41 A sentence.\n${shown}- 9.42 A sentence.\n${shown}` },
    "is no sentence of the spec",
  ],
  ["merged", { "1.2": `- 1.2 and 1.3 A sentence.\n${shown}`, "1.3": "" }, "is not 1.3, which is next"],
  ["without a number", { "1.2": `- A sentence.\n${shown}` }, "is not 1.2, which is next"],
  ["without a text", { "1.2": `- 1.2\n${shown}` }, "is not 1.2, which is next"],
  ["the last of the page", { "9.41": "" }, "is not 9.41, which is next"],
])("a number that is %s is reported", (_, lines, finding) => {
  expect(findingsFor(pageWith(lines))).toEqual([expect.stringContaining(finding)]);
});

test.each([
  ["", "maintainers/conformance.md:3 has no test of a screen"],
  ["  - by hand\n", "maintainers/conformance.md:4 is no test"],
  ['  - [a](../src/a.test.ts) "a book can\'t be empty"\n', "maintainers/conformance.md:4 is no test"],
  ["  - component: [a](../src/a.test.tsx)\n", "maintainers/conformance.md:4 is no test"],
  [
    '  - code: [a](../src/a.test.ts) "a book can\'t be empty"\n',
    "maintainers/conformance.md:3 has no test of a screen",
  ],
  ['  - eyes: [a](../src/a.test.ts) "a book can\'t be empty"\n', ":4 eyes is none of screen, request"],
  [
    '  - screen: [a](../src/a.test.tsx) "a book can\'t be empty"\n',
    ":4 src/a.test.tsx is not where tests drive a screen",
  ],
  [
    '  - component: [a](../src/a.test.ts) "a book can\'t be empty"\n',
    ":4 src/a.test.ts is not where tests drive a component",
  ],
  ['  - component: [b](../src/b.test.tsx) "a book"\n', ":4 src/b.test.tsx doesn’t exist"],
  ['  - component: [a](../src/a.test.tsx) "gone"\n', ':4 src/a.test.tsx has no test "gone"'],
  ['  - component: [a](../src/a.test.tsx) "no test"\n', ':4 src/a.test.tsx has no test "no test"'],
  ['  - component: [a](../src/a.test.tsx) "skipped"\n', ':4 src/a.test.tsx has no test "skipped"'],
  [
    '  - component: [a](../src/a.test.tsx) "a book can\'t"\n',
    ':4 src/a.test.tsx has no test "a book can\'t"',
  ],
])("below a sentence %j is reported", (proof, finding) => {
  expect(findingsFor(pageWith({ "1.1": `- 1.1 A sentence.\n${proof}` }))).toContainEqual(
    expect.stringContaining(finding),
  );
});

test("an introduction with a test is reported", () => {
  expect(findingsFor(pageWith({ "1.1": `- 1.1 For whom it is (introduction).\n${shown}` }))).toEqual([
    expect.stringContaining("is an introduction, and has a test"),
  ]);
});

test.each([
  ["- A decision.\n", "has no test"],
  ['- A decision.\n  - [a](../src/a.test.ts) "gone"\n', 'src/a.test.ts has no test "gone"'],
])("what is decided without an existing test is reported: %j", (decided, finding) => {
  expect(findingsFor(pageWith({}, decided))).toEqual([expect.stringContaining(finding)]);
});
