import { languages, type Language } from "#i18n/languages.ts";
import type { Finding } from "../finding.ts";
import { isNode, parse, stringOf, type Project, type SyntaxNode } from "../project.ts";

/** The language that defines the keys. */
export const source: Language = "en";

export const languageKeys = languages.map(({ key }) => key);

export type Text = { text: string; line: number };

/** The texts of a namespace in one language, by key ("errors.title"). */
export type Messages = { file: string; texts: Map<string, Text> };

/** The texts of a folder, in each language that has a file. */
export type Namespace = { name: string; folder: string; messages: Map<Language, Messages> };

/** Folders whose namespace has another name. */
const namespaces: Record<string, string> = {
  "src/app/messages": "areas",
  "src/i18n/messages": "common",
  "src/ui/messages": "components",
};

/**
 * All folders with texts and their namespaces: src/features/books/messages is `books`, and
 * src/features/auth/mails/messages is `authMails`, a namespace that pages need not load.
 */
export function findNamespaces(project: Project): { name: string; folder: string }[] {
  const files = project.files(
    "src/{app,i18n,resource,ui}/messages/*.json",
    "src/resource/*/messages/*.json",
    "src/features/*/messages/*.json",
    "src/features/*/*/messages/*.json",
  );
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf("/"))));
  return [...folders].map((folder) => ({ name: namespaceOf(folder), folder }));
}

/** The namespace for a file: that of its feature or the feature's subfolder, otherwise that of its layer or i18n. */
export function namespaceOf(path: string): string {
  const [, feature, resource, part = ""] =
    /^src\/(?:features\/([^/]+)|(resource))\/(?:([^/]+)\/messages$)?/.exec(path) ?? [];
  const owner = feature ?? resource;
  if (owner) return owner + part.replace(/^./, (letter) => letter.toUpperCase());
  const [, layer = ""] = /^src\/(app|ui)\//.exec(path) ?? [];
  return namespaces[`src/${layer || "i18n"}/messages`] ?? "";
}

/** Reads all texts. The findings are about files that are missing or can't be read. */
export function readNamespaces(project: Project): { namespaces: Namespace[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const read = findNamespaces(project).map(({ name, folder }) => {
    const messages = new Map<Language, Messages>();
    const present = project.files(`${folder}/*.json`);
    for (const language of languageKeys) {
      const file = `${folder}/${language}.json`;
      if (present.includes(file)) messages.set(language, { file, texts: readTexts(project, file, findings) });
      else
        findings.push({ file, problem: "is missing: each folder of texts needs a file for each language" });
    }
    return { name, folder, messages };
  });
  return { namespaces: read, findings };
}

function readTexts(project: Project, file: string, findings: Finding[]): Map<string, Text> {
  const json = project.read(file);
  const texts = new Map<string, Text>();
  if (!isJson(json)) {
    findings.push({ file, problem: "is not valid JSON" });
    return texts;
  }
  // Parsed as an expression for the positions and for duplicate keys.
  const { program, lineAt } = parse("messages.js", `(${json})`);
  const [statement] = program.body as SyntaxNode[];
  collect(statement?.expression, "");
  return texts;

  function collect(value: unknown, key: string) {
    const text = stringOf(value);
    if (isNode(value, "ParenthesizedExpression")) collect(value.expression, key);
    else if (isNode(value, "ObjectExpression")) {
      for (const property of value.properties as SyntaxNode[]) {
        const name = stringOf(property.key);
        collect(property.value, key ? `${key}.${name}` : `${name}`);
      }
    } else if (isNode(value)) {
      const line = lineAt(value.start);
      if (text === undefined)
        findings.push({ file, line, problem: `"${key}" is neither a text nor a group of texts` });
      else if (texts.has(key)) findings.push({ file, line, problem: `"${key}" occurs twice` });
      else texts.set(key, { text, line });
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
