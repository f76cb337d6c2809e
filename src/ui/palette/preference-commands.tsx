import { useTranslation } from "#i18n/use-translation.tsx";
import { languages } from "#i18n/languages.ts";
import { GlobeIcon, themeIcons } from "../icons.ts";
import { setLanguage } from "../language/language.ts";
import { setTheme, currentTheme, themes } from "../theme/theme.ts";
import type { GroupedCommand } from "./palette.ts";

/** Commands for all languages, if there are several, and themes. */
export function usePreferenceCommands(): GroupedCommand[] {
  const { t, i18n } = useTranslation("components");
  const theme = currentTheme();

  return [
    ...(languages.length > 1 ? languages : []).map(({ key, dir, name }) => ({
      id: `language-${key}`,
      group: t("components:language.label"),
      label: t(`common:languages.${key}`),
      keywords: `${name} ${t("components:language.label")}`,
      hint: (
        <span lang={key} dir={dir}>
          {name}
        </span>
      ),
      icon: GlobeIcon,
      isChecked: key === i18n.language,
      run: () => setLanguage(i18n, key),
    })),
    ...themes.map((key) => ({
      id: `theme-${key}`,
      group: t("components:theme.label"),
      label: t(`components:theme.${key}`),
      keywords: t("components:theme.label"),
      icon: themeIcons[key],
      isChecked: key === theme,
      run: () => setTheme(key),
    })),
  ];
}
