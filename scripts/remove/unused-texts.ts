import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { openProject } from "../../tools/check/project.ts";
import { pluralForms, pluralKeys, splitPlural } from "../../tools/check/texts/compare.ts";
import { readNamespaces } from "../../tools/check/texts/messages.ts";
import { unusedTexts } from "../../tools/check/texts/usage.ts";

type Texts = { [key: string]: string | Texts };

/**
 * Deletes the texts that no code uses, in every language, and folders in which none is left.
 * @param patterns of `<namespace>:<key>`, for texts whose key code makes of a value
 */
export function deleteUnusedTexts(dir: string, patterns: string[]): void {
  const project = openProject(dir);
  const namespaces = readNamespaces(project);
  const named = namespaces.flatMap(({ name, folder, texts }) =>
    [...texts.en.keys()]
      .map((key) => splitPlural(key, pluralKeys(texts.en)).key)
      .filter((key) => patterns.some((pattern) => matchesGlob(`${name}:${key}`, pattern)))
      .map((key) => ({ file: `${folder}/en.json`, key })),
  );
  const unused = Map.groupBy([...unusedTexts(project, namespaces), ...named], ({ file }) => dirname(file));
  for (const [folder, texts] of unused) {
    for (const file of globSync("*.json", { cwd: join(dir, folder) })) {
      const path = join(dir, folder, file);
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
