import { useSyncExternalStore } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { themeIcons } from "../icons.ts";
import { MenuItem } from "../overlays/menu-item.tsx";
import { Menu, type MenuProps } from "../overlays/menu.tsx";
import { setTheme, onThemeChange, currentTheme, themes } from "./theme.ts";

/** A menu of the themes (specification, "Theme switcher"). Empty until hydration: only the browser knows the theme. */
export function ThemeSwitcher({
  isIconOnly = false,
  triggerClassName,
}: Pick<MenuProps, "isIconOnly" | "triggerClassName">) {
  const { t } = useTranslation("components");
  const theme = useSyncExternalStore(onThemeChange, currentTheme, () => undefined);

  if (!theme)
    return <span className={`inline-block ${isIconOnly ? "size-control" : "min-h-control min-w-24"}`} />;

  const Current = themeIcons[theme];
  return (
    <Menu
      label={`${t("theme.label")}: ${t(`theme.${theme}`)}`}
      isIconOnly={isIconOnly}
      triggerClassName={triggerClassName}
      trigger={
        <>
          <Current className="size-5" />
          {!isIconOnly && t(`theme.${theme}`)}
        </>
      }
    >
      {themes.map((key) => {
        const Option = themeIcons[key];
        return (
          <MenuItem key={key} icon={<Option />} isChecked={key === theme} onClick={() => setTheme(key)}>
            {t(`theme.${key}`)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
