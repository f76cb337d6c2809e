import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { languageInfo, languageParameter, languages, type Language } from "#i18n/languages.ts";
import { GlobeIcon } from "../icons.ts";
import { MenuAnchor } from "../overlays/menu-item.tsx";
import { Menu } from "../overlays/menu.tsx";
import { setLanguage } from "./language.ts";

/**
 * The four languages, each with its name in itself; links, so that they work without JavaScript as well. The trigger
 * shows the current one's name, or only an icon (specification, "Language switcher").
 */
export function LanguageSwitcher({ isIconOnly = false }: { isIconOnly?: boolean }) {
  const { t, i18n } = useTranslation(["components", "common"]);
  const { pathname, search } = useLocation();
  const current = i18n.language as Language;

  async function choose(event: React.MouseEvent, language: Language) {
    event.preventDefault();
    await setLanguage(i18n, language);
  }

  return (
    <Menu
      label={`${t("components:language.label")}: ${languageInfo(current).name}`}
      isIconOnly={isIconOnly}
      trigger={
        <>
          <GlobeIcon className="size-5" />
          {!isIconOnly && languageInfo(current).name}
        </>
      }
    >
      {languages.map(({ key, dir, name }) => (
        <MenuAnchor
          key={key}
          href={`${pathname}?${new URLSearchParams({ ...stringsOf(search), [languageParameter]: key })}`}
          hrefLang={key}
          isChecked={key === current}
          onClick={(event) => void choose(event, key)}
        >
          <span className="block">{t(`common:languages.${key}`)}</span>
          <span className="block text-sm text-muted-foreground">
            <bdi lang={key} dir={dir}>
              {name}
            </bdi>
          </span>
        </MenuAnchor>
      ))}
    </Menu>
  );
}

function stringsOf(search: object): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === "string" && value));
}
