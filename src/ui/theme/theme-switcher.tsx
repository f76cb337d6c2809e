import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { menuItemClasses, PopoverMenu } from "../controls/popover-menu.tsx";
import { CheckIcon, MoonIcon, SunIcon, SystemIcon } from "../icons.tsx";
import { chooseTheme, isTheme, themes, type Theme } from "./theme.ts";

const icons = { system: SystemIcon, light: SunIcon, dark: MoonIcon };

/** Light, dark, or as the device has it. An empty place until it is mounted: only the browser knows the choice. */
export function ThemeSwitcher() {
  const { t } = useTranslation("components");
  const [theme, setTheme] = useState<Theme>();

  useEffect(() => {
    const shown = document.documentElement.dataset.theme;
    setTheme(isTheme(shown) ? shown : "system");
  }, []);

  if (!theme) return <span className="inline-block min-h-control min-w-24" />;

  const Current = icons[theme];
  return (
    <PopoverMenu
      label={`${t("theme.label")}: ${t(`theme.${theme}`)}`}
      trigger={
        <>
          <Current className="size-5" />
          {t(`theme.${theme}`)}
        </>
      }
    >
      {themes.map((key) => {
        const Option = icons[key];
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={key === theme}
              className={menuItemClasses}
              onClick={(event) => {
                chooseTheme(key);
                setTheme(key);
                event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
              }}
            >
              <Option className="size-5 text-ink-soft" />
              <span className="flex-1">{t(`theme.${key}`)}</span>
              {key === theme && <CheckIcon className="size-5 text-accent" />}
            </button>
          </li>
        );
      })}
    </PopoverMenu>
  );
}
