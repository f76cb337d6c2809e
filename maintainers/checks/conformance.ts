import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../tools/check/project.ts";
import type { Finding } from "../../tools/check/run-checks.ts";

const page = "maintainers/conformance.md";

/** How many numbered sentences the specification's sections have, from section 1 on. */
const sentencesOfSections = [27, 190, 35, 48, 58, 19, 27, 126, 41];

/** The places of the tests that may claim to drive something. */
const placesOf: Record<string, RegExp> = {
  screen: /^testing\/(e2e|deploy)\//,
  request: /^testing\/|\.db\.test\.ts$/,
  command: /^(testing|scripts)\/|\.test\.ts$/,
  component: /\.test\.tsx$/,
  server: /\.db\.test\.ts$/,
  code: /./,
};

/** `- 2.1 A sentence.`; the numbers are those of the specification's sentences. */
const sentence = /^- (?<number>\d+\.\d+) \S.*$/;

/** `  - screen: [label](../path/of.test.ts) "the test's title"` */
const proof = /^ {2}- (?<drives>\w+): \[[^\]]+\]\(\.\.\/(?<file>[^)]+\.test\.tsx?)\) "(?<title>.+)"$/;

/** `  - [label](../path/of.test.ts) "the test's title"`, for what isn't the specification's; without a title, the whole file. */
const reference = /^ {2}- \[[^\]]+\]\(\.\.\/(?<file>[^)]+\.test\.tsx?)\)(?: "(?<title>.+)")?$/;

interface Entry {
  line: number;
  text: string;
  tests: { line: number; text: string }[];
}

/**
 * maintainers/conformance.md has each sentence of the specification once, by its number and in order, and below each the tests
 * that show it. They exist, and at least one drives more than a function. What is decided beyond them has tests, too.
 */
export function checkConformance(project: Project): Finding[] {
  if (!existsSync(join(project.dir, page))) return [];
  const lines = project.read(page).split("\n");
  const decided = lines.indexOf("## Decided");
  const end = decided < 0 ? lines.length : decided;
  const specified = entriesOf(lines, 0, end);
  return [
    ...problemsOfNumbers(specified),
    ...specified.flatMap((entry) => problemsOfSentence(project, entry)),
    ...entriesOf(lines, end, lines.length).flatMap((entry) => problemsOfDecision(project, entry)),
  ].map(({ line, problem }) => ({ file: page, line: line + 1, problem }));
}

interface Problem {
  line: number;
  problem: string;
}

function entriesOf(lines: string[], start: number, end: number): Entry[] {
  const entries: Entry[] = [];
  for (let line = start; line < end; line += 1) {
    const text = lines[line] ?? "";
    if (text.startsWith("- ")) entries.push({ line, text, tests: [] });
    if (/^\s+\S/.test(text)) entries.at(-1)?.tests.push({ line, text });
  }
  return entries;
}

/** Compares the page's numbers with the expected ones from the top; after the first difference the rest would only repeat it. */
function problemsOfNumbers(entries: Entry[]): Problem[] {
  const expected = sentencesOfSections.flatMap((count, index) =>
    Array.from({ length: count }, (_, sentenceIndex) => `${index + 1}.${sentenceIndex + 1}`),
  );
  const numbers = entries.map(({ text }) => sentence.exec(text)?.groups?.["number"]);
  const first = expected.findIndex((number, index) => numbers[index] !== number);
  if (first >= 0)
    return [{ line: entries[first]?.line ?? 0, problem: `is not ${expected[first]}, which is next` }];
  return entries
    .slice(expected.length)
    .map(({ line }) => ({ line, problem: "is no sentence of the specification" }));
}

function problemsOfSentence(project: Project, { line, text, tests }: Entry): Problem[] {
  if (text.endsWith(" (introduction).")) {
    return tests.length > 0 ? [{ line, problem: "is an introduction, and has a test" }] : [];
  }
  const proofs = tests.map((test) => ({ ...test, groups: proof.exec(test.text)?.groups }));
  const isShown = proofs.some(({ groups }) => groups && groups["drives"] !== "code");
  return [
    ...(isShown
      ? []
      : [{ line, problem: "has no test of a screen, a request, a command, a component or the server" }]),
    ...proofs.flatMap(({ groups, ...test }) =>
      problemsOfProof(project, groups).map((problem) => ({ line: test.line, problem })),
    ),
  ];
}

function problemsOfProof(project: Project, groups: Record<string, string> | undefined): string[] {
  if (!groups) return ['is no test: write "screen: [name](../path) "title""'];
  const { drives = "", file = "", title = "" } = groups;
  const place = placesOf[drives];
  if (!place) return [`${drives} is none of ${Object.keys(placesOf).join(", ")}`];
  if (!place.test(file)) return [`${file} is not where tests drive a ${drives}`];
  return problemsOfTest(project, file, title);
}

function problemsOfDecision(project: Project, { line, tests }: Entry): Problem[] {
  if (tests.length === 0) return [{ line, problem: "has no test" }];
  return tests.flatMap((test) => {
    const { file, title } = reference.exec(test.text)?.groups ?? {};
    const problems = file
      ? problemsOfTest(project, file, title)
      : ['is no test: write [name](../path) "title"'];
    return problems.map((problem) => ({ line: test.line, problem }));
  });
}

function problemsOfTest(project: Project, file: string, title: string | undefined): string[] {
  if (!existsSync(join(project.dir, file))) return [`${file} doesn’t exist`];
  if (title === undefined || hasTest(project.read(file), title)) return [];
  return [`${file} has no test "${title}"`];
}

/** Whether a test or a group of tests that runs has exactly this title: a text that is the first argument of a call. */
function hasTest(text: string, title: string): boolean {
  return ['"', "'", "`"].some((quote) => {
    const literal = quote + title.replaceAll(quote, `\\${quote}`) + quote;
    const pattern = literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    return new RegExp(String.raw`(?<!\.(skip|todo|fails))\(\s*${pattern},`).test(text);
  });
}
