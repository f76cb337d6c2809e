import { languages, type Language } from "../../src/i18n/languages.ts";
import type { Project } from "../../tools/check/project.ts";
import type { Finding } from "../../tools/check/run-checks.ts";
import { readNamespaces } from "../../tools/check/texts/messages.ts";

/** Names and abbreviations. */
const everywhere = [
  "API",
  "App",
  "CSV",
  "Ctrl",
  "Del",
  "Esc",
  "GitHub",
  "Google",
  "ID",
  "Manager",
  "OK",
  "OpenID Connect",
  "UTF-16 BE",
  "UTF-16 LE",
  "UTF-8",
];

/** Words that are the same as in English. */
const shared: Partial<Record<Language, string[]>> = {
  fr: [
    "Action",
    "Actions",
    "Application",
    "Code",
    "Commit",
    "Configuration",
    "Cyan",
    "Date",
    "Description",
    "Documentation",
    "Genre",
    "Genres",
    "Magenta",
    "Menu",
    "Notifications",
    "Orange",
    "Production",
    "Session",
    "Session {{token}}",
    "Sessions",
    "Swahili",
    "Version {{version}}",
    "Violet",
    "Zoom",
  ],
  sw: ["Magenta"],
};

/** Finds texts that are still the English ones. */
export function checkTranslated(project: Project): Finding[] {
  return readNamespaces(project).flatMap(({ folder, texts }) =>
    languages.flatMap(({ key: language }) =>
      [...texts[language]]
        .filter(
          ([key, text]) =>
            language !== "en" && texts.en.get(key) === text && !mayEqualEnglish(language, text),
        )
        .map(([key]) => ({
          file: `${folder}/${language}.json`,
          problem: `"${key}" is the English text: translate it, or add it to maintainers/checks/translated.ts`,
        })),
    ),
  );
}

function mayEqualEnglish(language: Language, text: string): boolean {
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, "");
  return !/\p{L}/u.test(words) || [...everywhere, ...(shared[language] ?? [])].includes(text);
}
