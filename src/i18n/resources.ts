import type { Language } from "./languages.ts";
import type { Namespace } from "./texts.gen.ts";

export type Messages = { [key: string]: string | Messages };

/** Every feature's texts, found by folder: src/features/books/messages/fr.json is `books` in French. */
const files = {
  ...import.meta.glob<Messages>("../features/*/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../ui/messages/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("./messages/*.json", { import: "default" }),
};

/** The folders whose namespace has another name. */
const folders: Partial<Record<Namespace, string>> = { common: "./messages", components: "../ui/messages" };

/** One namespace's texts in one language: its own small file in the browser. */
export async function loadMessages(language: Language, namespace: Namespace): Promise<Messages> {
  const load = files[`${folders[namespace] ?? `../features/${namespace}/messages`}/${language}.json`];
  if (!load) throw new Error(`There are no texts of "${namespace}" in "${language}"`);
  return await load();
}

/** All namespaces that there are. */
export function allNamespaces(): Namespace[] {
  const names = Object.keys(files).map((path) => {
    if (path.startsWith("./")) return "common";
    if (path.startsWith("../ui/")) return "components";
    return path.split("/")[2] ?? "";
  });
  return [...new Set(names)] as Namespace[];
}
