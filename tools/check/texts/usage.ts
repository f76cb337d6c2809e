import type { Finding } from "../finding.ts";
import { isTest, stringOf, walk, type Project, type SourceFile } from "../project.ts";
import { placeholdersOf, pluralKeys, splitPlural } from "./compare.ts";
import { source, type Namespace, type Text } from "./messages.ts";
import { translateCalls } from "./translate-calls.ts";

/** A use of a text. `*` in its key stands for a part known only at run time. */
type Use = { file: string; line: number; namespace: string; key: string; values: Set<string> | undefined };

/** Finds keys that do not exist, values that are missing, and unused keys. */
export function checkUsage(project: Project, namespaces: Namespace[]): Finding[] {
  const files = project
    .files("src/**/*.{ts,tsx}")
    .filter((path) => !isTest(path) && !path.endsWith(".gen.ts"))
    .map((path) => project.source(path));
  const uses = files.flatMap(usesIn);
  const mentioned = new Set(files.flatMap(keysMentioned));
  return [
    ...uses.flatMap((use) => problemsOf(use, namespaces)),
    ...namespaces.flatMap((namespace) => unused(namespace, uses, mentioned)),
  ];
}

function usesIn(file: SourceFile): Use[] {
  return translateCalls(file).flatMap(({ keys, line, namespace, values }) =>
    keys
      .filter((key) => key !== undefined)
      .map((key) => ({ file: file.path, line, values, ...split(key, namespace) })),
  );
}

/**
 * Keys that a file contains as strings: `namespace:key` anywhere, and any string if the file uses a text with an unknown
 * key, for example a variable. TypeScript checks that those exist.
 */
function keysMentioned(file: SourceFile): string[] {
  const unreadable = translateCalls(file).filter(({ keys }) => keys.includes(undefined));
  const namespaces = new Set(unreadable.map(({ namespace }) => namespace));
  const mentioned: string[] = [];
  walk(file.program, (node) => {
    const text = stringOf(node);
    if (text === undefined) return;
    if (text.includes(":")) mentioned.push(text);
    else for (const namespace of namespaces) mentioned.push(`${namespace}:${text}`);
  });
  return mentioned;
}

function split(key: string, namespace: string): { namespace: string; key: string } {
  const colon = key.indexOf(":");
  return colon < 0 ? { namespace, key } : { namespace: key.slice(0, colon), key: key.slice(colon + 1) };
}

function problemsOf({ file, line, namespace, key, values }: Use, namespaces: Namespace[]): Finding[] {
  const found = (problem: string): Finding => ({ file, line, problem });
  if (key.startsWith("*")) {
    return [
      found("a key must begin with a fixed part, for example `errors.${code}`, so that it can be found"),
    ];
  }
  const texts = englishOf(namespaces.find(({ name }) => name === namespace));
  const forms = [...texts].filter(([fullKey]) =>
    matches(key, splitPlural(fullKey, pluralKeys(texts.keys())).key),
  );
  if (forms.length === 0) return [found(`uses "${namespace}:${key}", which is not in its ${source}.json`)];
  // The key is unknown, and so are the values that it needs.
  if (!values || key.includes("*")) return [];
  const isPlural = !texts.has(key);
  const wanted = new Set([
    ...forms.flatMap(([, { text }]) => placeholdersOf(text)),
    ...(isPlural ? ["count"] : []),
  ]);
  return [...wanted.difference(values)].map((name) =>
    found(`uses "${namespace}:${key}" without its ${name}`),
  );
}

function unused(namespace: Namespace, uses: Use[], mentioned: Set<string>): Finding[] {
  const texts = englishOf(namespace);
  const plurals = pluralKeys(texts.keys());
  const patterns = uses.filter((use) => use.namespace === namespace.name).map(({ key }) => key);
  const file = namespace.messages.get(source)?.file ?? namespace.folder;
  return [...texts].flatMap(([fullKey, { line }]) => {
    const { key, form } = splitPlural(fullKey, plurals);
    if (form && form !== "other") return [];
    const isUsed =
      mentioned.has(`${namespace.name}:${key}`) || patterns.some((pattern) => matches(pattern, key));
    return isUsed ? [] : [{ file, line, problem: `"${key}" is not used: delete it in every language` }];
  });
}

function englishOf(namespace: Namespace | undefined): Map<string, Text> {
  return namespace?.messages.get(source)?.texts ?? new Map<string, Text>();
}

/** Whether a key matches a pattern, in which `*` is any text. */
function matches(pattern: string, key: string): boolean {
  const escaped = pattern.replaceAll(/[^\w*]/g, "\\$&").replaceAll("*", ".+");
  return new RegExp(`^${escaped}$`).test(key);
}
