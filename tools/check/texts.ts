import { compareLanguages } from "./texts/compare.ts";
import { areTextsGenerated, generatedFile } from "./texts/generate.ts";
import { readNamespaces } from "./texts/messages.ts";
import { findUntranslated } from "./texts/untranslated.ts";
import { checkUsage } from "./texts/usage.ts";
import type { Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";

/** Problems of the texts in all languages, and of the code that uses them. */
export function checkTexts(project: Project): Finding[] {
  const namespaces = readNamespaces(project);
  const isGenerated = areTextsGenerated(project);
  return [
    ...namespaces.flatMap(compareLanguages),
    ...namespaces.flatMap(findUntranslated),
    ...checkUsage(project, namespaces),
    ...(isGenerated ? [] : [{ file: generatedFile, problem: "is not up to date: npm run fix" }]),
  ];
}
