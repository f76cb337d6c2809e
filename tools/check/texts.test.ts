import { expect, test } from "vitest";
import { generatedFile, generateTexts } from "./texts/generate.ts";
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

/** The findings for a correct feature after some changes. A text that is undefined is removed. */
function findingsFor({ code = "", files = {}, ...texts }: Changes): string[] {
  const messages = Object.entries(pages).map(([language, original]) => {
    const changed = { ...original, ...texts[language as keyof typeof pages] };
    return [`src/features/pages/messages/${language}.json`, JSON.stringify(changed, null, 2)];
  });
  const all = {
    ...Object.fromEntries(messages),
    "src/features/pages/screens/page.tsx": screen + code,
    ...files,
  };
  const project = makeProject({ ...all, [generatedFile]: generateTexts(makeProject(all)) });
  return formatted(checkTexts(project));
}

const undefinedText = undefined as unknown as string;
const inEnglish = { fr: "Fermer", ar: "إغلاق", sw: "Funga" };

test("texts that are complete and correct in every language have no findings", () => {
  expect(findingsFor({})).toEqual([]);
});

test("a missing or invalid file of a language is reported", () => {
  const folder = "src/features/pages/messages";
  const project = makeProject({
    [`${folder}/en.json`]: '{"a": "A {{x}}", "a": "B"}',
    [`${folder}/fr.json`]: "{",
    [`${folder}/ar.json`]: '{"a": ["ب"]}',
  });
  expect(formatted(checkTexts(project))).toEqual(
    expect.arrayContaining([
      `${folder}/en.json:1 "a" occurs twice`,
      `${folder}/fr.json is not valid JSON`,
      `${folder}/ar.json:1 "a" is neither a text nor a group of texts`,
      `${folder}/sw.json is missing: each folder of texts needs a file for each language`,
    ]),
  );
});

test("a text that is missing in a language is reported", () => {
  expect(findingsFor({ sw: { open: undefinedText } })).toEqual([
    'src/features/pages/messages/sw.json lacks "open": Open {{name}}',
  ]);
});

test("a text that is missing in English is reported", () => {
  expect(findingsFor({ fr: { shut: "Fermer" } })).toEqual([
    expect.stringContaining('fr.json:6 "shut" is not in en.json'),
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

test("an empty text is reported, and one that is still the English text", () => {
  expect(findingsFor({ sw: { open: "" }, fr: { open: "Open {{name}}" } })).toEqual([
    expect.stringContaining('fr.json:2 "open" is the English text'),
    expect.stringContaining('sw.json:2 "open" is empty'),
  ]);
});

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
  expect(findingsFor({ [language]: { open } })).toEqual([
    expect.stringContaining(`${language}.json:2 "open" ${problem}`),
  ]);
});

test.each([
  ["en", 'Don’t open "{{name}}"…'],
  ["fr", "Aujourd’hui à 12:30\u00a0: «\u00a0{{name}}\u00a0»\u00a0!"],
  ["fr", "Voir https://example.com/?page=1 {{name}}\u00a0?!"],
  ["ar", "فتح «{{name}}»، ثم إغلاقه؟"],
  ["sw", "Ng’ambo ya “{{name}}”"],
])("in %s, %j is well written", (language, open) => {
  expect(findingsFor({ [language]: { open } })).toEqual([]);
});

test("a key that code uses must exist in its namespace", () => {
  const code = `
export function Other() {
  const { t: common } = useTranslation("common");
  return [common("open"), common("pages:shut")];
}
export const labels = (t: Translate<"labels">) => [t("open")];
export const later = async (i18n: I18n) => { const t = i18n.translate("mails"); return t(on ? "a" : "b"); };
`;
  expect(findingsFor({ code }).map((line) => line.replace(/^.*?:/, ""))).toEqual([
    '9 uses "common:open", which is not in its en.json',
    '9 uses "pages:shut", which is not in its en.json',
    '11 uses "labels:open", which is not in its en.json',
    '12 uses "mails:a", which is not in its en.json',
    '12 uses "mails:b", which is not in its en.json',
  ]);
});

test("the values that a text needs must be passed", () => {
  const code =
    '\nexport const values = (t: Translate<"pages">) => [t("open"), t("count", { total: 1 }), t("open", { ...all })];';
  expect(findingsFor({ code })).toEqual([
    expect.stringContaining('uses "pages:open" without its name'),
    expect.stringContaining('uses "pages:count" without its count'),
  ]);
});

test("an unused text is reported once, not for each plural form", () => {
  const code = screen.replace('{t("pages:count", { count })}', "");
  expect(findingsFor({ files: { "src/features/pages/screens/page.tsx": code } })).toEqual([
    expect.stringContaining('en.json:4 "count" is not used'),
  ]);
});

test("a template uses all keys that begin and end like it", () => {
  const texts = { en: { "errors.late": "Late", "errors.lost": "Lost", errorsText: "Errors" } };
  const others = { fr: "x", ar: "س", sw: "y" };
  const changes = Object.fromEntries(
    Object.entries(others).map(([language, text]) => [
      language,
      Object.fromEntries(Object.keys(texts.en).map((key) => [key, text])),
    ]),
  );
  const code = '\nexport const error = (t: Translate<"pages">, code: string) => t(`errors.${code}`);';
  expect(findingsFor({ ...texts, ...changes, code })).toEqual([
    expect.stringContaining('"errorsText" is not used'),
  ]);
});

test("a template without a fixed beginning is reported", () => {
  const code = '\nexport const error = (t: Translate<"pages">, group: string) => t(`${group}.title`);';
  expect(findingsFor({ code })).toEqual([expect.stringContaining("a key must begin with a fixed part")]);
});

test("a key in a variable is searched in the same file, and with its namespace in all files", () => {
  const add = (key: string, texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, { [key]: text }]));
  const code =
    '\nconst keys = { a: "shut" } as const;\nexport const label = (t: Translate<"pages">) => t(keys.a);';
  expect(findingsFor({ ...add("shut", { en: "Shut", ...inEnglish }), code })).toEqual([]);
  const files = { "src/features/pages/schema.ts": 'export const message = "pages:shut";' };
  expect(findingsFor({ ...add("shut", { en: "Shut", ...inEnglish }), files })).toEqual([]);
});

test.each([
  "<p>Hello</p>",
  "<p>مرحبا {name}</p>",
  '<p>{"Hello"}</p>',
  "<p>{`Hello ${name}`}</p>",
  '<p>{on ? "Yes" : null}</p>',
  '<p>{on && "Yes"}</p>',
  '<>{name ?? "Nobody"}</>',
  '<p title="Hello" />',
  '<p aria-label={"Hello " + name} />',
  "<img alt={`Cover of ${name}`} />",
  '<input placeholder="Name" />',
  '<Field label="Name" />',
])("a text in a screen is reported: %s", (jsx) => {
  for (const file of ["src/features/pages/screens/part.tsx", "src/ui/part.tsx", "src/routes/part.tsx"]) {
    const findings = findingsFor({ files: { [file]: `export const Part = (\n  ${jsx}\n);` } });
    expect(findings).toEqual([expect.stringMatching(new RegExp(`^${file}:2 ".+" is hard-coded`))]);
  }
});

test.each([
  "<p> · 12 % × </p>",
  '<p className="flex" id="name" lang="en">{name}</p>',
  "<code>npm start</code>",
  '<span translate="no">Flyleaf</span>',
  '<img alt="" />',
  '<p>{on === "yes" && name}</p>',
  '<p title={label} aria-hidden="true">{format("long")}</p>',
])("no text of a screen: %s", (jsx) => {
  expect(findingsFor({ files: { "src/ui/part.tsx": `export const Part = (\n  ${jsx}\n);` } })).toEqual([]);
});

test("the list of namespaces follows the folders", () => {
  expect(
    findingsFor({ files: { "src/ui/messages/en.json": "{}" } }).some((line) => line.includes("texts.gen.ts")),
  ).toBe(false);
  const stale = makeProject({
    "src/ui/messages/en.json": "{}",
    [generatedFile]: "export type Namespace = never;\n",
  });
  expect(formatted(checkTexts(stale))).toContainEqual(
    expect.stringContaining(`${generatedFile} is not up to date`),
  );
});
