import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNamespaces } from "./messages.ts";
import type { Project } from "../project.ts";

export const generatedFile = "src/i18n/texts.gen.ts";

/** Types of every text: the folders of texts, as i18next's types want them. TypeScript reads the keys from the files. */
export function generateTexts(project: Project): string {
  const namespaces = findNamespaces(project).map(({ name, folder }) => ({
    key: /^\w+$/.test(name) ? name : JSON.stringify(name),
    identifier: name.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    file: `#${folder.slice("src/".length)}/en.json`,
  }));
  return [
    "/* Made by `npm run fix` from the folders of texts. */",
    ...namespaces.map(({ identifier, file }) => `import type ${identifier} from "${file}";`),
    "",
    "/** The English texts of each namespace: the keys that there are. */",
    "export type Texts = {",
    ...namespaces.map(({ key, identifier }) => `  ${key}: typeof ${identifier};`),
    "};",
    "",
    "export type Namespace = keyof Texts;",
    "",
  ].join("\n");
}

/** Whether the file is what the folders make it; where there are no texts, none is needed. */
export function areTextsGenerated(project: Project): boolean {
  if (findNamespaces(project).length === 0) return true;
  return project.files(generatedFile).length > 0 && project.read(generatedFile) === generateTexts(project);
}

/** Writes the file where it is not there yet, or is another one. */
export function writeTexts(project: Project): void {
  if (!areTextsGenerated(project)) writeFileSync(join(project.dir, generatedFile), generateTexts(project));
}
