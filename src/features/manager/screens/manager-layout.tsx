import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { menuItemClasses } from "#ui/controls/popover-menu.tsx";
import { PersonIcon, SwitchIcon } from "#ui/icons.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { UserMenu } from "#ui/layout/user-menu.tsx";
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
        <UserMenu {...user}>
          <li>
            <Link to="/manager/account" className={menuItemClasses}>
              <PersonIcon className="size-5 text-ink-soft" />
              {t("navigation.account")}
            </Link>
          </li>
          <li>
            <Link to="/app" className={menuItemClasses}>
              <SwitchIcon className="size-5 text-ink-soft" />
              {t("navigation.openApp")}
            </Link>
          </li>
          <li>{signOut}</li>
        </UserMenu>
      }
    >
      {children}
    </AreaLayout>
  );
}
