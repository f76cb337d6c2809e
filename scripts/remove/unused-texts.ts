import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { languages } from "#i18n/languages.ts";
import { openProject } from "../../tools/check/project.ts";
import { pluralForms } from "../../tools/check/texts/compare.ts";
import { readNamespaces } from "../../tools/check/texts/messages.ts";
import { unusedTexts } from "../../tools/check/texts/usage.ts";

type Texts = { [key: string]: string | Texts };

/** Deletes the texts that no code uses, in every language, and folders in which none is left. */
export function deleteUnusedTexts(dir: string): void {
  const project = openProject(dir);
  const unused = Map.groupBy(unusedTexts(project, readNamespaces(project)), ({ file }) => dirname(file));
  for (const [folder, texts] of unused) {
    for (const { key: language } of languages) {
      const path = join(dir, folder, `${language}.json`);
      const all = JSON.parse(readFileSync(path, "utf8")) as Texts;
      for (const { key } of texts) deleteText(all, key.split("."));
      if (Object.keys(all).length > 0) writeFileSync(path, `${JSON.stringify(all, undefined, 2)}\n`);
      else rmSync(dirname(path), { recursive: true, force: true });
    }
  }
}

/** Deletes a text with its plural forms, and the group that is empty without it. */
function deleteText(texts: Texts, [first = "", ...rest]: string[]): void {
  const group = texts[first];
  if (rest.length === 0) {
    for (const form of ["", ...pluralForms.map((each) => `_${each}`)]) delete texts[first + form];
  } else if (typeof group === "object") {
    deleteText(group, rest);
    if (Object.keys(group).length === 0) delete texts[first];
  }
}
