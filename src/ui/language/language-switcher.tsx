import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { languageInfo, languageParameter, languages } from "#i18n/languages.ts";
import { GlobeIcon } from "../icons.ts";
import { MenuAnchor } from "../overlays/menu-item.tsx";
import { Menu, type MenuProps } from "../overlays/menu.tsx";
import { setLanguage } from "./language.ts";

/** A menu of the languages (specification, "Language switcher"). Its items are links, so it works without JavaScript. Nothing if there is one language. */
export function LanguageSwitcher({
  isIconOnly = false,
  triggerClassName,
}: Pick<MenuProps, "isIconOnly" | "triggerClassName">) {
  const { t, i18n } = useTranslation("components");
  const { pathname, search } = useLocation();
  const current = i18n.language;
  if (languages.length === 1) return null;

  return (
    <Menu
      label={`${t("components:language.label")}: ${languageInfo(current).name}`}
      isIconOnly={isIconOnly}
      triggerClassName={triggerClassName}
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
          href={`${pathname}?${new URLSearchParams({ ...stringParams(search), [languageParameter]: key })}`}
          hrefLang={key}
          isChecked={key === current}
          onClick={(event) => {
            event.preventDefault();
            void setLanguage(i18n, key);
          }}
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

function stringParams(search: object): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === "string" && value));
}
