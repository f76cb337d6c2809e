import { areTextsGenerated, generatedFile } from "./texts/generate.ts";
import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { compareLanguages } from "./texts/compare.ts";
import { checkHardCoded } from "./texts/hard-coded.ts";
import { readNamespaces } from "./texts/messages.ts";
import { checkTypography } from "./texts/typography.ts";
import { checkUsage } from "./texts/usage.ts";

/** Problems of the texts in all languages, and of the code that uses them. */
export function checkTexts(project: Project): Finding[] {
  const { namespaces, findings } = readNamespaces(project);
  return [
    ...findings,
    ...namespaces.flatMap(compareLanguages),
    ...namespaces.flatMap(checkTypography),
    ...checkUsage(project, namespaces),
    ...checkHardCoded(project),
    ...checkGenerated(project),
  ];
}

function checkGenerated(project: Project): Finding[] {
  if (areTextsGenerated(project)) return [];
  return [{ file: generatedFile, problem: "is not up to date with the folders of texts: npm run fix" }];
}
