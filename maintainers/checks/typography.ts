import { languages, type Language } from "../../src/i18n/languages.ts";
import type { Project } from "../../tools/check/project.ts";
import type { Finding } from "../../tools/check/run-checks.ts";
import { readNamespaces } from "../../tools/check/texts/messages.ts";

type Rule = { wrong: RegExp; problem: string };

/** Rules of every language. */
const rulesOfAllLanguages: Rule[] = [
  {
    wrong: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
    problem:
      "holds an invisible direction mark: what people typed is isolated where it is shown, texts need none",
  },
  { wrong: /[\u00ad\u200b\ufeff]/, problem: "holds an invisible character" },
  { wrong: /^\s|\s$/, problem: "begins or ends with a space" },
  { wrong: /\s{2}/, problem: "has two spaces in a row" },
];

const dots: Rule = { wrong: /\.\.\./, problem: "has three dots: write …" };
const straightApostrophe: Rule = { wrong: /'/, problem: "has a straight apostrophe: write ’" };
const straightQuotes: Rule = { wrong: /"/, problem: "has a straight quote: write “ and ”" };
/** The specification's English texts have straight quotes, so all English texts do. */
const curlyQuotes: Rule = { wrong: /[“”]/, problem: 'has a curly quote: write "' };

/** English texts that the specification fixes with straight apostrophes and three dots. */
const fixedTexts = [
  "Search...",
  "Select...",
  "Let's personalize your experience",
  "If you didn't try to sign in, you can safely ignore this email.",
];

const languageRules: Record<Language, Rule[]> = {
  en: [dots, straightApostrophe, curlyQuotes],
  fr: [
    dots,
    straightApostrophe,
    { wrong: /["“”]/, problem: "has an English quote: write « and » with no-break spaces inside" },
    {
      wrong: /(?<![\u00a0;!?»])[;!?»]|(?<!\u00a0|\d(?=:\d)):|«(?!\u00a0)/,
      problem: "needs a no-break space (U+00A0) before : ; ! ? » and after «",
    },
  ],
  ar: [
    dots,
    { wrong: /["'‘’]/, problem: "has a straight or single quote: write « and »" },
    { wrong: /(?<=[\p{Script=Arabic}»}])\s?[,;?]/u, problem: "has a Latin mark: write ، ؛ ؟" },
  ],
  sw: [dots, straightApostrophe, straightQuotes],
};

/** Checks the punctuation and spaces of texts. */
export function checkTypography(project: Project): Finding[] {
  return readNamespaces(project).flatMap(({ folder, texts }) =>
    languages.flatMap(({ key: language }) =>
      [...texts[language]].flatMap(([key, text]) =>
        problemsOf(language, text).map((problem) => ({
          file: `${folder}/${language}.json`,
          problem: `"${key}" ${problem}`,
        })),
      ),
    ),
  );
}

function problemsOf(language: Language, text: string): string[] {
  if (fixedTexts.includes(text)) return [];
  return [...rulesOfAllLanguages, ...languageRules[language]]
    .filter(({ wrong }) => wrong.test(text.replaceAll(/https?:\/\/\S+/g, "address")))
    .map(({ problem }) => problem);
}
