import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "@tanstack/react-router";
import { SwitchIcon } from "#ui/icons.tsx";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { navigationCommands } from "#ui/layout/navigation.ts";
import { sidebarItemClass } from "#ui/layout/sidebar-link.ts";
import { CommandPaletteProvider } from "#ui/palette/command-palette-provider.tsx";
import { PaletteButton } from "#ui/palette/palette-button.tsx";
import type { CommandSource } from "#ui/palette/palette.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { appNavigation } from "../navigation.ts";

type AppLayoutProps = {
  mayManage: boolean;
  isSidebarCollapsed: boolean;
  /** What the command palette searches. */
  sources: CommandSource[];
  signOut: ReactNode;
  children: ReactNode;
};

/** The frame of every App screen. */
export function AppLayout({ mayManage, isSidebarCollapsed, sources, signOut, children }: AppLayoutProps) {
  const { t } = useTranslation("app");
  const items = appNavigation(t);
  const manager = {
    to: "/manager" as const,
    label: t("navigation.openManager"),
    icon: SwitchIcon,
  };
  return (
    <CommandPaletteProvider
      commands={navigationCommands(t("goTo"), mayManage ? [...items, manager] : items)}
      sources={sources}
    >
      <AreaLayout
        home="/app"
        groups={[{ items }]}
        isSidebarCollapsed={isSidebarCollapsed}
        sidebarHeader={<PaletteButton />}
        sidebarFooter={
          <>
            {mayManage && (
              <Link to={manager.to} className={sidebarItemClass}>
                <SwitchIcon className="size-5 shrink-0" />
                <span className="sidebar-words">{manager.label}</span>
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
    </CommandPaletteProvider>
  );
}
