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

/** Writes the file where it would be another one. */
export function writeTexts(project: Project): void {
  const isThere = project.files(generatedFile).length > 0;
  const text = generateTexts(project);
  if (!isThere || project.read(generatedFile) !== text) writeFileSync(join(project.dir, generatedFile), text);
}
