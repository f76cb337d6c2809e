import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SwitchIcon } from "#ui/icons.tsx";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { sidebarLine } from "#ui/layout/sidebar-link.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { managerNavigation } from "../navigation.ts";

/** The frame of every Manager screen. */
export function ManagerLayout({ signOut, children }: { signOut: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("manager");
  return (
    <AreaLayout
      home="/manager/dashboard"
      area={t("name")}
      heading={t("navigation.application")}
      items={managerNavigation(t)}
      footer={
        <>
          <Link to="/app" className={sidebarLine}>
            <SwitchIcon className="size-5 text-ink-soft" />
            {t("navigation.openApp")}
          </Link>
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
