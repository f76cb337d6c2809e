import { languageInfo, type Language } from "./languages.ts";
import { fillPlaceholders, findMessage, type Messages } from "./messages.ts";
import type { TextKey, TextValues, Translate } from "./text-key.ts";
import type { Namespace } from "./texts.gen.ts";

/** The namespaces that every page needs. */
export const baseNamespaces: Namespace[] = ["common", "components"];

/** The texts of a page, which the server sends with it. */
export type PageTexts = { language: Language; messages: Partial<Record<Namespace, Messages>> };

/** The loaded texts, and the current language. */
export class I18n {
  #language: Language;
  readonly #messages = new Map<Language, PageTexts["messages"]>();
  readonly #translates = new Map<string, (key: string, values?: TextValues) => string>();
  readonly #listeners = new Set<() => void>();

  constructor(language: Language, messages: PageTexts["messages"] = {}) {
    this.#language = language;
    this.addTexts({ language, messages });
  }

  get language(): Language {
    return this.#language;
  }

  get dir(): "ltr" | "rtl" {
    return languageInfo(this.#language).dir;
  }

  changeLanguage(language: Language): void {
    this.#language = language;
    this.#listeners.forEach((listener) => listener());
  }

  /** Calls a function when the language changes. Returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The loaded messages by namespace. */
  messagesOf(language: Language): PageTexts["messages"] {
    return this.#messages.get(language) ?? {};
  }

  addTexts({ language, messages }: PageTexts): void {
    this.#messages.set(language, { ...this.messagesOf(language), ...messages });
  }

  /** Whether a key, with its namespace, has a text. */
  exists(key: string, values: TextValues = {}): boolean {
    return this.#find(key, values) !== undefined;
  }

  /** The text of a key with its namespace. A missing text is its key. */
  readonly t = (key: TextKey, values: TextValues = {}): string => {
    const message = this.#find(key, values);
    return message === undefined ? key : fillPlaceholders(message, this.#language, values);
  };

  /** As `t`, but keys of a namespace need no prefix. It is another function when the language changes. */
  translate<Name extends Namespace>(namespace: Name): Translate<Name> {
    const id = `${this.#language} ${namespace}`;
    const existing = this.#translates.get(id);
    if (existing) return existing;
    const translate = (key: string, values?: TextValues) =>
      this.t((key.includes(":") ? key : `${namespace}:${key}`) as TextKey, values);
    this.#translates.set(id, translate);
    return translate;
  }

  #find(key: string, { count }: TextValues): string | undefined {
    const colon = key.indexOf(":");
    const messages = this.messagesOf(this.#language)[key.slice(0, colon) as Namespace];
    return findMessage(messages, key.slice(colon + 1), this.#language, count);
  }
}

const serverInstances = new Map<Language, Promise<I18n>>();

/** All texts of a language. All requests share them, because they never change. */
export function serverI18n(language: Language): Promise<I18n> {
  const instance = serverInstances.get(language) ?? createServerI18n(language);
  serverInstances.set(language, instance);
  return instance;
}

async function createServerI18n(language: Language): Promise<I18n> {
  const i18n = new I18n(language);
  const { allNamespaces } = await import("./resources.ts");
  await loadTexts(i18n, allNamespaces());
  return i18n;
}

/** Loads the texts of some namespaces, if they are missing. */
export async function loadTexts(i18n: I18n, namespaces: readonly Namespace[], language = i18n.language) {
  const loaded = i18n.messagesOf(language);
  const missing = namespaces.filter((namespace) => !loaded[namespace]);
  if (missing.length === 0) return;
  const { loadMessages } = await import("./resources.ts");
  await Promise.all(
    missing.map(async (namespace) => {
      i18n.addTexts({ language, messages: { [namespace]: await loadMessages(language, namespace) } });
    }),
  );
}

/** The `PageTexts` of some namespaces as JSON, which HTML may contain. */
export function writeTexts(i18n: I18n, namespaces: readonly Namespace[]): string {
  const messages = i18n.messagesOf(i18n.language);
  const texts: PageTexts = {
    language: i18n.language,
    messages: Object.fromEntries(namespaces.map((name) => [name, messages[name]])),
  };
  return JSON.stringify(texts).replaceAll("<", String.raw`\u003c`);
}

/** The namespaces that are loaded in the current language. */
export function loadedNamespaces(i18n: I18n): Namespace[] {
  return Object.keys(i18n.messagesOf(i18n.language)) as Namespace[];
}
