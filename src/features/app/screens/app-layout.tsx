import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "@tanstack/react-router";
import { SwitchIcon } from "#ui/icons.tsx";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { sidebarLine } from "#ui/layout/sidebar-link.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { appNavigation } from "../navigation.ts";

type AppLayoutProps = {
  mayManage: boolean;
  isSidebarCollapsed: boolean;
  signOut: ReactNode;
  children: ReactNode;
};

/** The frame of every App screen. */
export function AppLayout({ mayManage, isSidebarCollapsed, signOut, children }: AppLayoutProps) {
  const { t } = useTranslation("app");
  return (
    <AreaLayout
      home="/app"
      groups={[{ items: appNavigation(t) }]}
      isSidebarCollapsed={isSidebarCollapsed}
      sidebarFoot={
        <>
          {mayManage && (
            <Link to="/manager" className={sidebarLine}>
              <SwitchIcon className="size-5 shrink-0" />
              <span className="sidebar-words">{t("navigation.openManager")}</span>
            </Link>
          )}
          <LanguageSwitcher />
          <ThemeSwitcher />
          {signOut}
        </>
      }
    >
      {children}
    </AreaLayout>
  );
}
