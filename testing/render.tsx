import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { dress, loadI18n, PartFrame, type Look } from "./parts/frame.tsx";

/** Renders a part as a page in a language would: with all texts, the direction and the look. */
export async function renderPart(part: ReactNode, look: Partial<Look> | Look["language"] = "en") {
  const { language = "en", theme = "light" } = typeof look === "string" ? { language: look } : look;
  dress({ language, theme });
  const i18n = await loadI18n(language);
  const rendered = await render(<PartFrame i18n={i18n}>{part}</PartFrame>);
  return {
    ...rendered,
    rerender: (next: ReactNode) => rendered.rerender(<PartFrame i18n={i18n}>{next}</PartFrame>),
  };
}
