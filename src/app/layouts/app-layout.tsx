import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { SwitchIcon } from "#ui/icons.ts";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { navigationCommands } from "#ui/layout/navigation.ts";
import { sidebarFooterItemClass, SidebarTooltip, useIsSidebarCollapsed } from "#ui/layout/sidebar.tsx";
import { CommandPaletteProvider } from "#ui/palette/command-palette-provider.tsx";
import { PaletteButton } from "#ui/palette/palette-button.tsx";
import type { Command } from "#ui/palette/palette.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { useAreaNavigation } from "./use-area-navigation.ts";

type AppLayoutProps = {
  canManage: boolean;
  isSidebarCollapsed: boolean;
  signOut: ReactNode;
  signOutCommand: Command;
  children: ReactNode;
};

/** The layout of every App screen. */
export function AppLayout({
  canManage,
  isSidebarCollapsed,
  signOut,
  signOutCommand,
  children,
}: AppLayoutProps) {
  const { t } = useTranslation("areas");
  const { groups, actions, sources } = useAreaNavigation("app");
  const manager = { to: "/manager" as const, label: t("openManager"), icon: SwitchIcon };
  const links = groups.flatMap(({ items }) => items);
  return (
    <CommandPaletteProvider
      commands={[
        ...navigationCommands(t("actions"), actions),
        ...navigationCommands(t("goTo"), canManage ? [...links, manager] : links),
        { ...signOutCommand, group: t("actions") },
      ]}
      sources={sources}
    >
      <AreaLayout
        home="/app"
        groups={groups}
        isSidebarCollapsed={isSidebarCollapsed}
        sidebarHeader={<PaletteButton />}
        sidebarFooter={
          <>
            {canManage && (
              <SidebarTooltip text={manager.label}>
                <Link to={manager.to} className={sidebarFooterItemClass}>
                  <SwitchIcon className="size-5 shrink-0" />
                  <span className="sidebar-text">{manager.label}</span>
                </Link>
              </SidebarTooltip>
            )}
            <Preferences />
            {signOut}
          </>
        }
      >
        {children}
      </AreaLayout>
    </CommandPaletteProvider>
  );
}

function Preferences() {
  const isIconOnly = useIsSidebarCollapsed();
  return (
    <>
      <LanguageSwitcher isIconOnly={isIconOnly} />
      <ThemeSwitcher isIconOnly={isIconOnly} />
    </>
  );
}
