import type { Finding } from "../run-checks.ts";
import type { Namespace } from "./messages.ts";

/** What begins an English text that is still to be translated. */
export const untranslated = "TODO: ";

/** The files with texts that are to be translated: a warning in development, and an error with CI set. */
export function findUntranslated({ folder, texts }: Namespace): Finding[] {
  return Object.entries(texts).flatMap(([key, translated]) => {
    const count = [...translated.values()].filter((text) => text.startsWith(untranslated)).length;
    if (count === 0) return [];
    const problem = `has ${count} to translate: those that begin with "${untranslated.trim()}"`;
    return [{ file: `${folder}/${key}.json`, problem, isWarning: !process.env.CI }];
  });
}
