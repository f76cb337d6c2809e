import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FileIcon } from "#ui/icons.ts";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { navigationCommands } from "#ui/layout/navigation.ts";
import { UserMenu } from "#ui/layout/user-menu.tsx";
import { MenuAnchor, MenuLink, MenuSeparator } from "#ui/overlays/menu-item.tsx";
import { CommandPaletteProvider } from "#ui/palette/command-palette-provider.tsx";
import { PaletteButton } from "#ui/palette/palette-button.tsx";
import type { Command } from "#ui/palette/palette.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { useAreaNavigation } from "./use-area-navigation.ts";

type ManagerLayoutProps = {
  user: { name: string | null; email: string };
  isSidebarCollapsed: boolean;
  signOut: ReactNode;
  signOutCommand: Command;
  children: ReactNode;
};

/** The layout of every Manager screen. */
export function ManagerLayout({
  user,
  isSidebarCollapsed,
  signOut,
  signOutCommand,
  children,
}: ManagerLayoutProps) {
  const { t } = useTranslation("areas");
  const { groups, userMenu, actions, sources } = useAreaNavigation("manager");
  return (
    <CommandPaletteProvider
      commands={[
        ...navigationCommands(t("actions"), actions),
        ...navigationCommands(t("goTo"), [...groups.flatMap(({ items }) => items), ...userMenu]),
        { ...signOutCommand, group: t("actions") },
      ]}
      sources={sources}
    >
      <AreaLayout
        home="/manager/dashboard"
        areaName={t("manager")}
        groups={groups}
        isSidebarCollapsed={isSidebarCollapsed}
        topBar={
          <>
            <PaletteButton />
            <span className="contents max-sm:hidden">
              <LanguageSwitcher isIconOnly />
              <ThemeSwitcher isIconOnly />
            </span>
            <UserMenu {...user}>
              {userMenu.map(({ to, label, icon: Icon }) => (
                <MenuLink key={to} to={to} icon={<Icon />}>
                  {label}
                </MenuLink>
              ))}
              <MenuAnchor href="/api/docs" icon={<FileIcon />}>
                {t("apiDocumentation")}
              </MenuAnchor>
              <MenuSeparator />
              {signOut}
            </UserMenu>
          </>
        }
      >
        {children}
      </AreaLayout>
    </CommandPaletteProvider>
  );
}
