import { isTest, lineAt, type Project } from "../project.ts";
import type { Finding } from "../run-checks.ts";
import { placeholdersOf, pluralKeys, splitPlural } from "./compare.ts";
import type { Namespace } from "./messages.ts";

/** An English text, with the names of the values that it needs. */
type Usable = { file: string; namespace: string; key: string; values: Set<string> };

/**
 * Finds values that a call of `t` lacks, and texts whose key occurs nowhere in the code, with or without its namespace.
 * TypeScript checks that keys exist.
 */
export function checkUsage(project: Project, namespaces: Namespace[]): Finding[] {
  const files = readCode(project);
  const texts = namespaces.flatMap(usableTexts);
  return [
    ...files.flatMap((each) => incorrectCalls(each, texts)),
    ...unusedTexts(project, namespaces).map(({ file, key }) => ({
      file,
      problem: `"${key}" is not used: delete it in every language`,
    })),
  ];
}

/** The texts whose key occurs nowhere in the code. The key of a text with plural forms is without the form. */
export function unusedTexts(project: Project, namespaces: Namespace[]): Pick<Usable, "file" | "key">[] {
  const code = readCode(project)
    .map((each) => each.code)
    .join("\n");
  const strings = new Set([...code.matchAll(/"([\w:.-]+)"/g)].map(([, text]) => text));
  const templates = [...code.matchAll(/`([\w:.-]+\$\{[^`]*)`/g)].map(([, text = ""]) => toRegExp(text));
  const isUsed = (key: string) => strings.has(key) || templates.some((template) => template.test(key));
  return namespaces
    .flatMap(usableTexts)
    .filter(({ namespace, key }) => !isUsed(key) && !isUsed(`${namespace}:${key}`));
}

/** The product's code, without tests. */
function readCode(project: Project): { file: string; code: string }[] {
  return project
    .files("src/**/*.{ts,tsx}")
    .filter((file) => !isTest(file) && !file.endsWith(".gen.ts"))
    .map((file) => ({ file, code: project.read(file) }));
}

/** The plural forms of a text are one. */
function usableTexts({ name, folder, texts }: Namespace): Usable[] {
  const plurals = pluralKeys(texts.en);
  const forms = Map.groupBy(texts.en, ([fullKey]) => splitPlural(fullKey, plurals).key);
  return [...forms].map(([key, all]) => {
    const values = placeholdersOf(all.map(([, text]) => text).join());
    if (plurals.has(key)) values.add("count");
    return { file: `${folder}/en.json`, namespace: name, key, values };
  });
}

/** Matches the keys that a template can be: `errors.${code}`. */
function toRegExp(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join(".+")}$`);
}

/** Calls of `t` whose key can't be found, or that lack a value. */
function incorrectCalls({ file, code }: { file: string; code: string }, texts: Usable[]): Finding[] {
  const calls = code.matchAll(/\bt\(\s*(?:"([^"]+)"(?:,\s*(\{[^{}]*\}))?,?\s*\)|`\$\{)/g);
  return [...calls].flatMap(({ 1: key, 2: values = "", index }) => {
    const problem = key
      ? problemOfValues(key, values, texts)
      : "a key must begin with a fixed part, for example `errors.${code}`, so that it can be found";
    return problem ? [{ file, line: lineAt(code, index), problem }] : [];
  });
}

/** A key without a namespace may be of any that has it: only values that all of them need are known to be missing. */
function problemOfValues(key: string, given: string, texts: Usable[]): string | undefined {
  const [first, ...others] = texts
    .filter((text) => [text.key, `${text.namespace}:${text.key}`].includes(key))
    .map(({ values }) => values);
  if (!first || given.includes("...")) return undefined;
  const wanted = others.reduce((all, values) => all.intersection(values), first);
  const missing = [...wanted].filter((name) => !new RegExp(`\\b${name}\\b`).test(given));
  return missing.length > 0 ? `uses "${key}" without its ${missing.join(", ")}` : undefined;
}
