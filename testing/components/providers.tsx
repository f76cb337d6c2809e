import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "#i18n/i18n.ts";
import { languageInfo, type Language } from "#i18n/languages.ts";
import { allNamespaces, loadMessages } from "#i18n/resources.ts";
import type { Theme } from "#ui/theme/theme.ts";
import { pseudoMessages } from "./pseudo.ts";

/** How a part is looked at. `pseudo` lengthens the English texts by 40 % and accents them. */
export type Appearance = { language: Language | "pseudo"; theme: Theme };

/** All texts of a language, loaded once. */
const loaded = new Map<Appearance["language"], Promise<ReturnType<typeof createI18n>>>();

export function loadI18n(language: Appearance["language"]) {
  const i18n = loaded.get(language) ?? createLoaded(language);
  loaded.set(language, i18n);
  return i18n;
}

async function createLoaded(language: Appearance["language"]) {
  const real = language === "pseudo" ? "en" : language;
  const namespaces = await Promise.all(
    allNamespaces().map(async (name) => {
      const messages = await loadMessages(real, name);
      return [name, language === "pseudo" ? pseudoMessages(messages) : messages] as const;
    }),
  );
  return createI18n(real, Object.fromEntries(namespaces));
}

/** Gives the document a look, as the server gives it to a page. */
export function applyAppearance({ language, theme }: Appearance) {
  const info = languageInfo(language === "pseudo" ? "en" : language);
  const page = document.documentElement;
  page.lang = info.key;
  page.dir = info.dir;
  page.dataset.theme = theme;
  page.style.setProperty("--font-scale", String("fontScale" in info ? info.fontScale : 1));
}

type TestProvidersProps = { i18n: Awaited<ReturnType<typeof loadI18n>>; path?: string; children: ReactNode };

/** What every part finds around it: texts, and a router that stands at a path. */
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
    <I18nextProvider i18n={i18n}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </I18nextProvider>
  );
}
