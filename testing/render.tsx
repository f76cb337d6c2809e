import type { ReactNode } from "react";
import { render, type RenderResult } from "vitest-browser-react";
import { applyAppearance, loadI18n, TestProviders, type Appearance } from "./components/providers.tsx";

/** Renders a component with all texts, in English and the light theme by default. */
export async function renderComponent(
  element: ReactNode,
  appearance: Partial<Appearance> | Appearance["language"] = "en",
): Promise<RenderResult> {
  const { language = "en", theme = "light" } =
    typeof appearance === "string" ? { language: appearance } : appearance;
  applyAppearance({ language, theme });
  const i18n = await loadI18n(language);
  const rendered = await render(<TestProviders i18n={i18n}>{element}</TestProviders>);
  return {
    ...rendered,
    rerender: (next: ReactNode) => rendered.rerender(<TestProviders i18n={i18n}>{next}</TestProviders>),
  };
}
