import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { I18nProvider } from "#i18n/use-translation.tsx";
import { I18n } from "#i18n/i18n.ts";
import { languageInfo, type Language } from "#i18n/languages.ts";
import { allNamespaces, loadMessages } from "#i18n/resources.ts";
import type { Theme } from "#ui/theme/theme.ts";
import { pseudoMessages } from "./pseudo.ts";

/** `pseudo` is English with accents, 40 % longer. */
export type Appearance = { language: Language | "pseudo"; theme: Theme };

const instances = new Map<Appearance["language"], Promise<I18n>>();

/** All texts of a language, created once. */
export function loadI18n(language: Appearance["language"]): Promise<I18n> {
  const i18n = instances.get(language) ?? createLoaded(language);
  instances.set(language, i18n);
  return i18n;
}

async function createLoaded(language: Appearance["language"]): Promise<I18n> {
  const real = language === "pseudo" ? "en" : language;
  const namespaces = await Promise.all(
    allNamespaces().map(async (name) => {
      const messages = await loadMessages(real, name);
      return [name, language === "pseudo" ? pseudoMessages(messages) : messages] as const;
    }),
  );
  return new I18n(real, Object.fromEntries(namespaces));
}

/** Sets the language, direction and theme of the document, as the server does for a page. */
export function applyAppearance({ language, theme }: Appearance) {
  const info = languageInfo(language === "pseudo" ? "en" : language);
  const page = document.documentElement;
  page.lang = info.key;
  page.dir = info.dir;
  page.dataset.theme = theme;
  page.style.setProperty("--font-scale", String(info.fontScale ?? 1));
}

type TestProvidersProps = { i18n: I18n; path?: string; children: ReactNode };

/** The contexts that components need: the texts, and a router whose current path is `path`. */
export function TestProviders({ i18n, path = "/", children }: TestProvidersProps) {
  const router = useMemo(
    () =>
      createRouter({
        routeTree: createRootRoute(),
        history: createMemoryHistory({ initialEntries: [path] }),
      }),
    [path],
  );
  return (
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </I18nProvider>
  );
}
