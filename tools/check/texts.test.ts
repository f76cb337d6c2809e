import { expect, test, vi } from "vitest";
import { generatedFile, generateTexts } from "./texts/generate.ts";
import { readNamespaces } from "./texts/messages.ts";
import { findUntranslated } from "./texts/untranslated.ts";
import { runChecks } from "./run-checks.ts";
import { checkTexts } from "./texts.ts";
import { makeProject, formatted } from "./testing.ts";

type Texts = { [key: string]: string | Texts };

const pages = {
  en: { open: "Open {{name}}", count_one: "{{count}} page", count_other: "{{count}} pages" },
  fr: {
    open: "Ouvrir {{name}}",
    count_one: "{{count}} page lue",
    count_many: "{{count}} de pages",
    count_other: "{{count}} pages lues",
  },
  ar: {
    open: "فتح {{name}}",
    count_zero: "لا صفحات",
    count_one: "صفحة واحدة",
    count_two: "صفحتان",
    count_few: "{{count}} صفحات",
    count_many: "{{count}} صفحة",
    count_other: "{{count}} صفحة",
  },
  sw: { open: "Fungua {{name}}", count_one: "Ukurasa {{count}}", count_other: "Kurasa {{count}}" },
};

const screen = `import { useTranslation } from "#i18n/use-translation.tsx";
export function Page({ name, count }: { name: string; count: number }) {
  const { t } = useTranslation("pages");
  return <p title={t("open", { name })}>{t("pages:count", { count })}</p>;
}
`;

type Changes = { [Language in keyof typeof pages]?: Texts } & {
  code?: string;
  files?: Record<string, string>;
};

const languages = {
  "src/i18n/languages.ts": Object.keys(pages)
    .map((key) => `{ key: "${key}" }`)
    .join(),
};

/** The findings for a correct feature after some changes. A text that is undefined is removed. */
function findingsFor({ code = "", files = {}, ...texts }: Changes): string[] {
  const messages = Object.entries(pages).map(([language, original]) => {
    const changed = { ...original, ...texts[language as keyof typeof pages] };
    return [`src/features/pages/messages/${language}.json`, JSON.stringify(changed, null, 2)];
  });
  const all = {
    ...languages,
    ...Object.fromEntries(messages),
    "src/features/pages/screens/page.tsx": screen + code,
    ...files,
  };
  const project = makeProject({ [generatedFile]: generateTexts(makeProject(all)), ...all });
  return formatted(checkTexts(project));
}

const undefinedText = undefined as unknown as string;

test("texts that are complete and correct in every language have no findings", () => {
  expect(findingsFor({})).toEqual([]);
});

test.each([
  ["is missing", undefined],
  ["is invalid", "{"],
])("a file of a language that %s is named", (_, text) => {
  const folder = "src/features/pages/messages";
  const files = { ...languages, [`${folder}/en.json`]: "{}", ...(text && { [`${folder}/fr.json`]: text }) };
  expect(() => checkTexts(makeProject(files))).toThrow(`${folder}/fr.json can't be read`);
});

test("a text that is missing in a language is reported", () => {
  expect(findingsFor({ sw: { open: undefinedText } })).toEqual([
    'src/features/pages/messages/sw.json lacks "open": Open {{name}}',
  ]);
});

test("a text that is missing in English is reported", () => {
  expect(findingsFor({ fr: { shut: "Fermer" } })).toEqual([
    expect.stringContaining('fr.json "shut" is not in en.json'),
  ]);
});

test.each([
  ["ar", "count_zero"],
  ["ar", "count_two"],
  ["ar", "count_few"],
  ["ar", "count_many"],
  ["fr", "count_many"],
  ["sw", "count_one"],
  ["en", "count_one"],
])("each plural form is wanted: in %s, %s", (language, key) => {
  expect(findingsFor({ [language]: { [key]: undefinedText } })).toEqual([
    expect.stringContaining(`${language}.json lacks "${key}"`),
  ]);
});

test.each([
  ["en", "count_many"],
  ["sw", "count_few"],
  ["fr", "count_zero"],
])("a plural form that a language does not have is reported: in %s, %s", (language, key) => {
  expect(findingsFor({ [language]: { [key]: "{{count}} x" } })).toEqual([
    expect.stringContaining(`"${key}" is a plural form that ${language} does not have`),
  ]);
});

test.each([
  [{ fr: { open: "Ouvrir" } }, '"open" lacks {{name}}'],
  [
    { fr: { open: "Ouvrir {{name}} {{other}}" } },
    '"open" has {{other}}, which the English text does not have',
  ],
  [{ ar: { count_few: "صفحات" } }, '"count_few" lacks {{count}}'],
  [{ ar: { count_two: "صفحتان {{name}}" } }, '"count_two" has {{name}}'],
])("the values in a text are the same in all languages: %j", (changes, problem) => {
  expect(findingsFor(changes)).toEqual([expect.stringContaining(problem)]);
});

test("an empty text is reported", () => {
  expect(findingsFor({ sw: { open: "" } })).toEqual([expect.stringContaining('sw.json "open" is empty')]);
});

test("the values that a text needs must be passed", () => {
  const code =
    '\nexport const values = (t: Translate<"pages">) => [t("open"), t("pages:open"), t("count", { total: 1 }), t("open", { ...all })];';
  expect(findingsFor({ code })).toEqual([
    expect.stringContaining('uses "open" without its name'),
    expect.stringContaining('uses "pages:open" without its name'),
    expect.stringContaining('uses "count" without its count'),
  ]);
});

test("an unused text is reported once, not for each plural form", () => {
  const code = screen.replace('{t("pages:count", { count })}', "");
  expect(findingsFor({ files: { "src/features/pages/screens/page.tsx": code } })).toEqual([
    expect.stringContaining('en.json "count" is not used'),
  ]);
});

test("a template uses all keys that begin and end like it", () => {
  const texts = { "errors.late": "x", "errors.lost": "x", errorsText: "x" };
  const code = '\nexport const error = (t: Translate<"pages">, code: string) => t(`errors.${code}`);';
  expect(findingsFor({ en: texts, fr: texts, ar: texts, sw: texts, code })).toEqual([
    expect.stringContaining('"errorsText" is not used'),
  ]);
});

test("a template without a fixed beginning is reported", () => {
  const code = '\nexport const error = (t: Translate<"pages">, group: string) => t(`${group}.title`);';
  expect(findingsFor({ code })).toEqual([expect.stringContaining("a key must begin with a fixed part")]);
});

test("a key in a variable is searched in all files, with and without its namespace", () => {
  const shut = { shut: "x" };
  const texts = { en: shut, fr: shut, ar: shut, sw: shut };
  for (const code of ['const keys = { a: "shut" } as const;', 'const message = "pages:shut";'])
    expect(findingsFor({ ...texts, files: { "src/features/pages/schema.ts": code } })).toEqual([]);
});

test("a list of namespaces that doesn't follow the folders is reported", () => {
  expect(findingsFor({ files: { [generatedFile]: "export type Namespace = never;\n" } })).toEqual([
    `${generatedFile} is not up to date: npm run fix`,
  ]);
});

test("texts that are to be translated are named: a warning in development, a finding where CI is set", () => {
  const project = makeProject({
    ...languages,
    "src/features/pages/messages/en.json": '{ "open": "Open" }',
    "src/features/pages/messages/fr.json": '{ "open": "TODO: Open" }',
    "src/features/pages/messages/ar.json": '{ "open": "فتح" }',
    "src/features/pages/messages/sw.json": '{ "open": "Fungua" }',
  });
  const [namespace] = readNamespaces(project);
  const problem = 'has 1 to translate: those that begin with "TODO:"';
  const found = { file: "src/features/pages/messages/fr.json", problem };
  vi.stubEnv("CI", "");
  expect(namespace && findUntranslated(namespace)).toEqual([{ ...found, isWarning: true }]);
  vi.stubEnv("CI", "true");
  expect(namespace && findUntranslated(namespace)).toEqual([{ ...found, isWarning: false }]);
  vi.unstubAllEnvs();
});

test("a check with warnings alone passes, and prints them", async () => {
  const lines: string[] = [];
  const finding = { problem: "has 1 to translate", isWarning: true };
  const result = await runChecks({ texts: () => [finding] }, makeProject({}), (text) => lines.push(text));
  expect(result).toEqual({ passed: 1, failed: 0 });
  expect(lines.join("\n")).toMatch(/✓ texts .*\nhas 1 to translate/);
});
