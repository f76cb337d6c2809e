import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useCan } from "#rpc/can.tsx";
import { SwitchIcon } from "#ui/icons.ts";
import { LanguageSwitcher } from "#ui/language/language-switcher.tsx";
import { AreaLayout } from "#ui/layout/area-layout.tsx";
import { sidebarFooterItemClass, SidebarTooltip, useIsSidebarCollapsed } from "#ui/layout/sidebar.tsx";
import { PaletteButton } from "#ui/palette/palette-button.tsx";
import { ThemeSwitcher } from "#ui/theme/theme-switcher.tsx";
import { AreaPalette } from "./area-palette.tsx";
import { useAreaNavigation } from "./use-area-navigation.ts";

type AppLayoutProps = {
  isSidebarCollapsed: boolean;
  signOut: ReactNode;
  children: ReactNode;
};

/** The layout of every App screen. */
export function AppLayout({ isSidebarCollapsed, signOut, children }: AppLayoutProps) {
  const { t } = useTranslation("areas");
  const { groups } = useAreaNavigation("app");
  const canManage = useCan()({ apps: ["manager"] });
  const manager = { to: "/manager" as const, label: t("openManager"), icon: SwitchIcon };
  return (
    <AreaLayout
      home="/app"
      groups={groups}
      isSidebarCollapsed={isSidebarCollapsed}
      sidebarHeader={<PaletteButton />} // optional: palette
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
      {/* optional: palette */}
      <AreaPalette
        area="app"
        links={[...groups.flatMap(({ items }) => items), ...(canManage ? [manager] : [])]}
      />
      {/* end: palette */}
    </AreaLayout>
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
