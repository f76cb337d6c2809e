import type { Preview } from "@storybook/react-vite";
import { useEffect } from "react";
import { languages } from "#i18n/languages.ts";
import { themes } from "#ui/theme/theme.ts";
import {
  applyAppearance,
  loadI18n,
  TestProviders,
  type Appearance,
} from "../testing/components/providers.tsx";
import "#ui/styles/app.css";

/** The toolbar chooses the language and theme. */
export default {
  globalTypes: {
    language: {
      toolbar: {
        title: "Language",
        icon: "globe",
        dynamicTitle: true,
        items: [
          ...languages.map(({ key, name }) => ({ value: key, title: name })),
          { value: "pseudo", title: "+40 %" },
        ],
      },
    },
    theme: {
      toolbar: {
        title: "Theme",
        icon: "contrast",
        dynamicTitle: true,
        items: themes.map((theme) => ({ value: theme, title: theme })),
      },
    },
  },
  initialGlobals: { language: "en", theme: "system" },
  loaders: [async ({ globals }) => ({ i18n: await loadI18n((globals as Appearance).language) })],
  decorators: [
    (Story, { globals, loaded }) => {
      const { language, theme } = globals as Appearance;
      useEffect(() => applyAppearance({ language, theme }), [language, theme]);
      return (
        <TestProviders i18n={loaded.i18n}>
          <Story />
        </TestProviders>
      );
    },
  ],
  parameters: { layout: "padded", controls: { disableSaveFromUI: true } },
} satisfies Preview;
