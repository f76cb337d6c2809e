import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from "react";
import type { I18n } from "./i18n.ts";
import type { Language } from "./languages.ts";
import type { Translate } from "./text-key.ts";
import type { Namespace } from "./texts.gen.ts";

/** An object that is replaced when the language changes, so that all texts are rendered again. */
const I18nContext = createContext<{ i18n: I18n; language: Language } | undefined>(undefined);

/** Provides the texts to the components within. */
export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const currentLanguage = () => i18n.language;
  const language = useSyncExternalStore(i18n.subscribe, currentLanguage, currentLanguage);
  const value = useMemo(() => ({ i18n, language }), [i18n, language]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

/** Returns `t` for texts in the reader's language. Keys of the namespace need no prefix. */
export function useTranslation(): { t: Translate; i18n: I18n };
export function useTranslation<Name extends Namespace>(namespace: Name): { t: Translate<Name>; i18n: I18n };
export function useTranslation(namespace: Namespace = "common") {
  const context = use(I18nContext);
  if (!context) throw new Error("useTranslation needs an I18nProvider");
  const { i18n } = context;
  return { t: i18n.translate(namespace), i18n };
}
