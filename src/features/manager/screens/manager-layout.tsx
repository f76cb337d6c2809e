import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { navigationCommands } from "#ui/layout/navigation.ts";
import { UserMenu } from "#ui/layout/user-menu.tsx";
import { MenuLink, MenuSeparator } from "#ui/overlays/menu-item.tsx";
import { CommandPaletteProvider } from "#ui/palette/command-palette-provider.tsx";
import { PaletteButton } from "#ui/palette/palette-button.tsx";
import type { CommandSource } from "#ui/palette/palette.ts";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { managerActions, managerNavigation, managerUserNavigation } from "../navigation.ts";

type ManagerLayoutProps = {
  user: { name: string | null; email: string };
  isSidebarCollapsed: boolean;
  /** What the command palette searches. */
  sources: CommandSource[];
  signOut: ReactNode;
  children: ReactNode;
};

/** The frame of every Manager screen. */
export function ManagerLayout({ user, isSidebarCollapsed, sources, signOut, children }: ManagerLayoutProps) {
  const { t } = useTranslation("manager");
  const groups = managerNavigation(t);
  const own = managerUserNavigation(t);
  return (
    <CommandPaletteProvider
      commands={[
        ...navigationCommands(t("actions.title"), managerActions(t)),
        ...navigationCommands(t("goTo"), [...groups.flatMap(({ items }) => items), ...own]),
      ]}
      sources={sources}
    >
      <AreaLayout
        home="/manager/dashboard"
        areaName={t("name")}
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
              {own.map(({ to, label, icon: Icon }) => (
                <MenuLink key={to} to={to} icon={<Icon />}>
                  {label}
                </MenuLink>
              ))}
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
