import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { applyAppearance, loadI18n, TestProviders, type Appearance } from "./components/providers.tsx";

/** Renders a part as a page in a language would: with all texts, the direction and the look. */
export async function renderComponent(
  part: ReactNode,
  look: Partial<Appearance> | Appearance["language"] = "en",
) {
  const { language = "en", theme = "light" } = typeof look === "string" ? { language: look } : look;
  applyAppearance({ language, theme });
  const i18n = await loadI18n(language);
  const rendered = await render(<TestProviders i18n={i18n}>{part}</TestProviders>);
  return {
    ...rendered,
    rerender: (next: ReactNode) => rendered.rerender(<TestProviders i18n={i18n}>{next}</TestProviders>),
  };
}
