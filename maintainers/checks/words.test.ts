import { expect, test } from "vitest";
import { formatted, makeProject } from "../../tools/check/testing.ts";
import { checkWords } from "./words.ts";

function findingsFor(text: string, file = "src/a.ts"): string[] {
  return formatted(checkWords(makeProject({ [file]: `export {};\n${text}\n` })));
}

test.each([
  ["// The code stands in the mail.", "stands"],
  ["const refusalCode = 1;", "refusal"],
  ["startHearing();", "Hearing"],
  ["letIn(user);", "let In"],
  ["const listen_deaf = 1;", "deaf"],
  ['<Button look="primary" />', 'look="'],
  ["// Whoever asks waits.", "Whoever"],
  ["// As many passkeys as one can have.", "one can"],
  ["const colour = 1;", "colour"],
])("%s is reported", (text, term) => {
  expect(findingsFor(text)).toEqual([expect.stringContaining(`src/a.ts:2 "${term}": write `)]);
});

test.each([
  "// The abbreviation stands for a name.",
  "// There is room for one more. Only one can be first.",
  '// "Connection refused" is retried.',
  "const code = AUTH_CANCELLED;",
  "const search = fontWeight + standard;",
  'if (event.key === "ArrowDown") return arrowFunction;',
])("%s is not", (text) => {
  expect(findingsFor(text)).toEqual([]);
});

test("docs and English texts are checked, other languages are not", () => {
  expect(findingsFor("The house.", "docs/decisions/0001-a.md")).toHaveLength(1);
  expect(findingsFor('"Whoever asks"', "src/ui/messages/en.json")).toHaveLength(1);
  expect(findingsFor('"A patient"', "src/ui/messages/fr.json")).toEqual([]);
});
