import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BottomNavigation } from "./bottom-navigation.tsx";
import type { NavigationGroup } from "./navigation.ts";
import { Sidebar } from "./sidebar.tsx";
import { mainId, SkipLink } from "./skip-link.tsx";
import { TopBar } from "./top-bar.tsx";

type AreaLayoutProps = {
  home: NonNullable<LinkProps["to"]>;
  /** The area's name beside the product's, where it needs one. */
  areaName?: string;
  groups: NavigationGroup[];
  /** Whether the page was made with the sidebar collapsed. */
  isSidebarCollapsed: boolean;
  /** What stands in the sidebar above its places, and at its foot. */
  sidebarHeader?: ReactNode;
  sidebarFooter?: ReactNode;
  /** What stands at the end of a bar above the page; with it the sidebar is a drawer on a phone. Without it, the places stand at the bottom there. */
  topBar?: ReactNode;
  children: ReactNode;
};

const sidebarId = "sidebar";

/** A signed-in area: a sidebar on a desk, and on a phone either a bar at the bottom or a drawer (specification, section 2). */
export function AreaLayout({
  home,
  areaName: area,
  groups,
  isSidebarCollapsed,
  sidebarHeader: sidebarTop,
  sidebarFooter: sidebarFoot,
  topBar,
  children,
}: AreaLayoutProps) {
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <SkipLink />
      <Sidebar
        id={sidebarId}
        home={home}
        area={area}
        groups={groups}
        isCollapsed={isSidebarCollapsed}
        top={sidebarTop}
        foot={sidebarFoot}
      />
      {/* What stays at the screen's edges, for what else stays in sight: heads of tables, bars. */}
      <div
        className={`flex min-w-0 flex-1 flex-col ${topBar ? "tall:[--top-bar-height:3.5rem]" : "max-lg:tall:[--bottom-bar-height:3.5rem]"}`}
      >
        {topBar && <TopBar sidebarId={sidebarId}>{topBar}</TopBar>}
        <main
          id={mainId}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col px-4 pt-6 pb-12 outline-none lg:px-8"
        >
          {children}
        </main>
        {!topBar && <BottomNavigation items={groups.flatMap(({ items }) => items)} />}
      </div>
    </div>
  );
}
