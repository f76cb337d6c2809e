import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNamespaces } from "./check/texts/messages.ts";
import type { Project } from "./check/project.ts";

export const generatedFile = "src/i18n/texts.gen.ts";

/** Types of every text: the folders of texts, as i18next's types want them. The keys are read from the files by TypeScript. */
export function generateTexts(project: Project): string {
  const namespaces = findNamespaces(project);
  return [
    "/* Made by `npm run fix` from the folders of texts. */",
    ...namespaces.map(
      ({ name, folder }) => `import type ${name} from "#${folder.slice("src/".length)}/en.json";`,
    ),
    "",
    "/** The English texts of each namespace: the keys that there are. */",
    "export type Texts = {",
    ...namespaces.map(({ name }) => `  ${name}: typeof ${name};`),
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
