import type { Language } from "./languages.ts";
import type { Messages } from "./messages.ts";
import type { Namespace } from "./texts.gen.ts";

/**
 * The messages of all features, by folder: src/features/books/messages/fr.json is `books` in French, and
 * src/features/auth/mails/messages/fr.json is `authMails`.
 */
const files = {
  ...import.meta.glob<Messages>("../features/*/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../features/*/*/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../app/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../ui/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../resource/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../resource/*/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("./messages/*.json", { import: "default" }),
};

/** The loader of each file, by namespace and language. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [`${namespaceOf(path)} ${languageOf(path)}`, load]),
);

/** The texts of one namespace in one language. */
export async function loadMessages(language: Language, namespace: Namespace): Promise<Messages> {
  const load = loaders.get(`${namespace} ${language}`);
  if (!load) throw new Error(`No texts for "${namespace}" in "${language}"`);
  return await load();
}

export function allNamespaces(): Namespace[] {
  return [...new Set(Object.keys(files).map(namespaceOf))];
}

function namespaceOf(path: string): Namespace {
  if (path.startsWith("./")) return "common";
  if (path.startsWith("../app/")) return "areas";
  if (path.startsWith("../ui/")) return "components";
  const [feature = "", part = ""] = path.replace(/^\.\.\/(?:features\/)?/, "").split("/");
  const suffix = part === "messages" ? "" : part.charAt(0).toUpperCase() + part.slice(1);
  return (feature + suffix) as Namespace;
}

function languageOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
