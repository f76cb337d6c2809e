import type { Finding } from "../finding.ts";
import { isTest, stringOf, walk, type Project, type SourceFile } from "../project.ts";
import { placeholdersOf, pluralKeys, splitPlural } from "./compare.ts";
import { source, type Namespace, type Text } from "./messages.ts";
import { translateCalls } from "./translate-calls.ts";

/** A text that code asks for: `*` in its key stands for what is known only at run time. */
type Use = { file: string; line: number; namespace: string; key: string; values: Set<string> | undefined };

/** Keys that code asks for and that are not there, values that it forgets, and keys that nothing asks for. */
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
 * Keys that a file mentions: `namespace:key` anywhere; and where it asks for a text by what can't be read, such as a
 * variable, all its strings may be keys. Whether those exist, types see to.
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
      found("a key begins with a part that is fixed, such as `errors.${code}`: otherwise nobody can find it"),
    ];
  }
  const texts = englishOf(namespaces.find(({ name }) => name === namespace));
  const forms = [...texts].filter(([fullKey]) =>
    matches(key, splitPlural(fullKey, pluralKeys(texts.keys())).key),
  );
  if (forms.length === 0)
    return [found(`asks for "${namespace}:${key}", which is not in its ${source}.json`)];
  // Which of several keys it will be is not known, nor what that one needs.
  if (!values || key.includes("*")) return [];
  const isPlural = !texts.has(key);
  const wanted = new Set([
    ...forms.flatMap(([, { text }]) => placeholdersOf(text)),
    ...(isPlural ? ["count"] : []),
  ]);
  return [...wanted.difference(values)].map((name) =>
    found(`asks for "${namespace}:${key}" without its ${name}`),
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
    return isUsed ? [] : [{ file, line, problem: `nothing asks for "${key}": remove it in every language` }];
  });
}

function englishOf(namespace: Namespace | undefined): Map<string, Text> {
  return namespace?.messages.get(source)?.texts ?? new Map<string, Text>();
}

/** Whether a key is one that a pattern stands for: each `*` for any text. */
function matches(pattern: string, key: string): boolean {
  const escaped = pattern.replaceAll(/[^\w*]/g, "\\$&").replaceAll("*", ".+");
  return new RegExp(`^${escaped}$`).test(key);
}
