import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { render } from "vitest-browser-react";
import { createI18n } from "#i18n/i18n.ts";
import type { Language } from "#i18n/languages.ts";
import { allNamespaces, loadMessages } from "#i18n/resources.ts";

/** Renders a part as a page in a language would: with all texts, the direction and the look. */
export async function renderPart(part: ReactNode, language: Language = "en") {
  const namespaces = allNamespaces();
  const texts = await Promise.all(
    namespaces.map(async (name) => [name, await loadMessages(language, name)] as const),
  );
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  return await render(
    <I18nextProvider i18n={createI18n(language, Object.fromEntries(texts))}>{part}</I18nextProvider>,
  );
}
