import type { Language } from "#i18n/languages.ts";
import type { Project } from "../project.ts";

/** The texts of a folder in each language, by key ("errors.title"). */
export type Namespace = { name: string; folder: string; texts: Record<Language, Map<string, string>> };

/** Folders whose namespace has another name. */
const names: Record<string, string> = {
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

function namespaceOf(folder: string): string {
  const [first = "", ...rest] = folder.replace(/^src\/(features\/)?|\/messages$/g, "").split("/");
  return (
    names[folder] ?? first + rest.map((part) => part.replace(/^./, (letter) => letter.toUpperCase())).join("")
  );
}

/** @throws if a folder lacks a language's file, or a file can't be read */
export function readNamespaces(project: Project): Namespace[] {
  // Not those of the running code, from which a language may just have been removed.
  const languages = [...project.read("src/i18n/languages.ts").matchAll(/\{ key: "([\w-]+)"/g)];
  return findNamespaces(project).map((namespace) => {
    const texts = languages.map(([, key]) => [key, readTexts(project, `${namespace.folder}/${key}.json`)]);
    return { ...namespace, texts: Object.fromEntries(texts) as Namespace["texts"] };
  });
}

function readTexts(project: Project, file: string): Map<string, string> {
  try {
    return new Map(flatten(JSON.parse(project.read(file)) as Group));
  } catch (error) {
    throw new Error(`${file} can't be read: ${String(error)}`, { cause: error });
  }
}

type Group = { [key: string]: string | Group };

function flatten(group: Group, prefix = ""): [string, string][] {
  return Object.entries(group).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}
