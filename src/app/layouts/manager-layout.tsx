import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FileIcon } from "#ui/icons.ts";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { UserMenu } from "#ui/layout/user-menu.tsx";
import { MenuAnchor, MenuLink, MenuSeparator } from "#ui/overlays/menu-item.tsx";
import { PaletteButton } from "#ui/palette/palette-button.tsx";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { AreaPalette } from "./area-palette.tsx";
import { managerHome } from "../features.ts";
import { useAreaNavigation } from "./use-area-navigation.ts";

type ManagerLayoutProps = {
  user: { name: string | null; email: string };
  isSidebarCollapsed: boolean;
  signOut: ReactNode;
  children: ReactNode;
};

/** The layout of every Manager screen. */
export function ManagerLayout({ user, isSidebarCollapsed, signOut, children }: ManagerLayoutProps) {
  const { t } = useTranslation("areas");
  const { groups, userMenu } = useAreaNavigation("manager");
  return (
    <AreaLayout
      home={managerHome}
      areaName={t("manager")}
      groups={groups}
      isSidebarCollapsed={isSidebarCollapsed}
      topBar={
        <>
          <PaletteButton /> {/* optional: palette */}
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
            {/* optional: rest */}
            <MenuAnchor href="/api/docs" icon={<FileIcon />}>
              {t("apiDocumentation")}
            </MenuAnchor>
            {/* end: rest */}
            <MenuSeparator />
            {signOut}
          </UserMenu>
        </>
      }
    >
      {children}
      {/* optional: palette */}
      <AreaPalette area="manager" links={[...groups.flatMap(({ items }) => items), ...userMenu]} />
      {/* end: palette */}
    </AreaLayout>
  );
}
