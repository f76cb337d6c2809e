import { expect, test } from "vitest";
import { formatted, makeProject } from "../../tools/check/testing.ts";
import { checkTypography } from "./typography.ts";

function findingsFor(language: string, open: string): string[] {
  const files = ["en", "fr", "ar", "sw"].map((each) => [
    `src/features/pages/messages/${each}.json`,
    each === language ? JSON.stringify({ open }) : "{}",
  ]);
  return formatted(
    checkTypography(makeProject(Object.fromEntries(files), { copied: ["src/i18n/languages.ts"] })),
  );
}

test.each([
  ["en", "Don't open {{name}}", "has a straight apostrophe"],
  ["en", "Open “{{name}}”", "has a curly quote"],
  ["en", "Open {{name}}...", "has three dots"],
  ["en", "Open\u200f {{name}}", "holds an invisible direction mark"],
  ["en", "Open\u200b {{name}}", "holds an invisible character"],
  ["en", " Open {{name}}", "begins or ends with a space"],
  ["en", "Open {{name}}\u00a0", "begins or ends with a space"],
  ["en", "Open  {{name}}", "has two spaces in a row"],
  ["fr", "L'ouvrir {{name}}", "has a straight apostrophe"],
  ["fr", 'Ouvrir "{{name}}"', "has an English quote"],
  ["fr", "Ouvrir {{name}} ?", "needs a no-break space"],
  ["fr", "Ouvrir : {{name}}", "needs a no-break space"],
  ["fr", "Ouvrir « {{name}} »", "needs a no-break space"],
  ["fr", "Ouvrir {{name}}...", "has three dots"],
  ["ar", "فتح, {{name}}", "has a Latin mark"],
  ["ar", "فتح {{name}}?", "has a Latin mark"],
  ["ar", 'فتح "{{name}}"', "has a straight or single quote"],
  ["sw", 'Fungua "{{name}}"', "has a straight quote"],
])("in %s, %j is reported: %s", (language, open, problem) => {
  expect(findingsFor(language, open)).toEqual([
    expect.stringContaining(`${language}.json "open" ${problem}`),
  ]);
});

test.each([
  ["en", 'Don’t open "{{name}}"…'],
  ["fr", "Aujourd’hui à 12:30\u00a0: «\u00a0{{name}}\u00a0»\u00a0!"],
  ["fr", "Voir https://example.com/?page=1 {{name}}\u00a0?!"],
  ["ar", "فتح «{{name}}»، ثم إغلاقه؟"],
  ["sw", "Ng’ambo ya “{{name}}”"],
])("in %s, %j is well written", (language, open) => {
  expect(findingsFor(language, open)).toEqual([]);
});
