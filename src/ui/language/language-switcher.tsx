import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { languageInfo, languageParameter, languages, type Language } from "#i18n/languages.ts";
import { menuItemClasses, PopoverMenu } from "../controls/popover-menu.tsx";
import { CheckIcon, GlobeIcon } from "../icons.tsx";
import { chooseLanguage } from "./choose-language.ts";

/** The four languages, each with its name in itself; links, so that they work without JavaScript as well. */
export function LanguageSwitcher() {
  const { t, i18n } = useTranslation(["components", "common"]);
  const { pathname, search } = useLocation();
  const current = i18n.language as Language;

  async function choose(event: React.MouseEvent, language: Language) {
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    await chooseLanguage(i18n, language);
  }

  return (
    <PopoverMenu
      label={`${t("components:language.label")}: ${languageInfo(current).name}`}
      trigger={
        <>
          <GlobeIcon className="size-5" />
          {languageInfo(current).name}
        </>
      }
    >
      {languages.map(({ key, dir, name }) => (
        <li key={key}>
          <a
            href={`${pathname}?${new URLSearchParams({ ...stringsOf(search), [languageParameter]: key })}`}
            hrefLang={key}
            aria-current={key === current ? "true" : undefined}
            className={menuItemClasses}
            onClick={(event) => void choose(event, key)}
          >
            <span className="grid flex-1">
              <span>{t(`common:languages.${key}`)}</span>
              <span lang={key} dir={dir} className="text-start text-sm text-ink-soft">
                {name}
              </span>
            </span>
            {key === current && <CheckIcon className="size-5 text-accent" />}
          </a>
        </li>
      ))}
    </PopoverMenu>
  );
}

function stringsOf(search: object): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === "string" && value));
}
