import { createInstance, type i18n as I18n } from "i18next";
import { formatNumber } from "./formats.ts";
import { defaultLanguage, languages, type Language } from "./languages.ts";
import type { Messages } from "./resources.ts";
import type { Namespace } from "./texts.gen.ts";

/** The namespaces that every page needs. */
export const baseNamespaces: Namespace[] = ["common", "components"];

/** The texts of a page, which the server sends with it. */
export type PageTexts = { language: Language; messages: Record<string, Messages> };

export function createI18n(language: Language, messages: Record<string, Messages>): I18n {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    fallbackLng: defaultLanguage,
    supportedLngs: languages.map(({ key }) => key),
    defaultNS: "common",
    ns: Object.keys(messages),
    resources: { [language]: messages },
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  i18n.services.formatter?.add("number", (value: number, language = defaultLanguage) =>
    formatNumber(language, value),
  );
  return i18n;
}

const serverInstances = new Map<Language, Promise<I18n>>();

/** The i18next instance with all texts of a language. All requests share it, because it never changes. */
export function serverI18n(language: Language): Promise<I18n> {
  const existing = serverInstances.get(language);
  if (existing) return existing;
  const created = createServerI18n(language);
  serverInstances.set(language, created);
  return created;
}

async function createServerI18n(language: Language): Promise<I18n> {
  const i18n = createI18n(language, {});
  const { allNamespaces } = await import("./resources.ts");
  await loadTexts(i18n, allNamespaces());
  return i18n;
}

/**
 * Loads the texts of some namespaces, if they are missing. So is their list, which grows with each feature: the server
 * sends the texts of the first page with it.
 */
export async function loadTexts(i18n: I18n, namespaces: readonly Namespace[], language = i18n.language) {
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  if (missing.length === 0) return;
  const { loadMessages } = await import("./resources.ts");
  await Promise.all(
    missing.map(async (namespace) => {
      i18n.addResourceBundle(language, namespace, await loadMessages(language as Language, namespace));
    }),
  );
}

export function pageTexts(i18n: I18n, namespaces: readonly Namespace[]): PageTexts {
  const messages = namespaces.map((namespace) => [
    namespace,
    i18n.getResourceBundle(i18n.language, namespace),
  ]);
  return { language: i18n.language as Language, messages: Object.fromEntries(messages) };
}

/** The namespaces that are loaded in the current language. */
export function loadedNamespaces(i18n: I18n): Namespace[] {
  return Object.keys(i18n.getDataByLanguage(i18n.language) ?? {}) as Namespace[];
}

/** Adds the texts that the server sent with the page. */
export function addTexts(i18n: I18n, { language, messages }: PageTexts): void {
  for (const [namespace, texts] of Object.entries(messages))
    i18n.addResourceBundle(language, namespace, texts);
}

export type { I18n };
