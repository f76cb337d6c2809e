import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PersonIcon, SwitchIcon } from "#ui/icons.tsx";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { UserMenu } from "#ui/layout/user-menu.tsx";
import { MenuLink, MenuSeparator } from "#ui/overlays/menu-item.tsx";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { managerNavigation } from "../navigation.ts";

type ManagerLayoutProps = {
  user: { name: string | null; email: string };
  isSidebarCollapsed: boolean;
  signOut: ReactNode;
  children: ReactNode;
};

/** The frame of every Manager screen. */
export function ManagerLayout({ user, isSidebarCollapsed, signOut, children }: ManagerLayoutProps) {
  const { t } = useTranslation("manager");
  return (
    <AreaLayout
      home="/manager/dashboard"
      area={t("name")}
      groups={managerNavigation(t)}
      isSidebarCollapsed={isSidebarCollapsed}
      topBar={
        <>
          <span className="contents max-sm:hidden">
            <LanguageSwitcher isIconOnly />
            <ThemeSwitcher isIconOnly />
          </span>
          <UserMenu {...user}>
            <MenuLink to="/manager/account" icon={<PersonIcon />}>
              {t("navigation.account")}
            </MenuLink>
            <MenuLink to="/app" icon={<SwitchIcon />}>
              {t("navigation.openApp")}
            </MenuLink>
            <MenuSeparator />
            {signOut}
          </UserMenu>
        </>
      }
    >
      {children}
    </AreaLayout>
  );
}
