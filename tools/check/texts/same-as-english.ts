import type { Language } from "#i18n/languages.ts";

/** Names and abbreviations. */
const everywhere = ["API", "App", "CSV", "Ctrl", "Del", "Esc", "GitHub", "Google", "ID", "Manager", "OK"];

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

/** Whether a text may be the same as in English. */
export function mayEqualEnglish(language: Language, text: string): boolean {
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, "");
  return !/\p{L}/u.test(words) || [...everywhere, ...(shared[language] ?? [])].includes(text);
}
