import { Link, type LinkProps } from "@tanstack/react-router";
import { createContext, use, useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { Logo } from "#brand/logo.tsx";
import { IconButton } from "../controls/button.tsx";
import { CloseIcon, SidebarIcon } from "../icons.ts";
import { Tooltip } from "../overlays/tooltip.tsx";
import { activeOptions, type NavigationGroup, type NavigationItem } from "./navigation.ts";
import { saveSidebarState, currentSidebarState } from "./sidebar-state.ts";
import "./sidebar.css";

const CollapsedContext = createContext(false);

/** Whether the sidebar around the component shows icons only. */
export function useIsSidebarCollapsed(): boolean {
  return use(CollapsedContext);
}

/** On narrow screens, a button with this id as `popovertarget` opens the sidebar as a drawer. */
export const sidebarId = "sidebar";

export type SidebarProps = {
  home: NonNullable<LinkProps["to"]>;
  /** Shown next to the product name. */
  areaName?: string;
  groups: NavigationGroup[];
  /** As rendered on the server. */
  isSidebarCollapsed: boolean;
  /** Content above and below the navigation. */
  sidebarHeader?: ReactNode; // optional: palette
  sidebarFooter?: ReactNode;
};

/**
 * The navigation of an area: a collapsible column on wide screens, a drawer on narrow ones. The drawer is a native
 * popover, so it opens without JavaScript.
 */
export function Sidebar({
  home,
  areaName,
  groups,
  isSidebarCollapsed,
  sidebarHeader, // optional: palette
  sidebarFooter,
}: SidebarProps) {
  const { t } = useTranslation("components");
  const [isCollapsed, setCollapsed] = useState(() => currentSidebarState(isSidebarCollapsed));
  const element = useRef<HTMLElement>(null);

  function toggle() {
    saveSidebarState(!isCollapsed);
    setCollapsed(!isCollapsed);
  }

  function closeDrawer() {
    if (element.current?.matches(":popover-open")) element.current.hidePopover();
  }

  return (
    <CollapsedContext value={isCollapsed}>
      <aside
        ref={element}
        id={sidebarId}
        popover="auto"
        aria-label={t("sidebar.label")}
        className="sidebar"
        data-collapsed={isCollapsed || undefined}
      >
        <div className="flex items-center justify-between gap-1 lg:in-data-collapsed:flex-col">
          <HomeLink home={home} areaName={areaName} onClick={closeDrawer} />
          <IconButton
            // Collapsing needs JavaScript.
            className="max-lg:hidden noscript:hidden"
            label={t(isCollapsed ? "sidebar.expand" : "sidebar.collapse")}
            aria-expanded={!isCollapsed}
            aria-controls={sidebarId}
            onClick={toggle}
          >
            <SidebarIcon className="size-5" />
          </IconButton>
          <IconButton
            className="lg:hidden"
            label={t("sidebar.close")}
            popoverTarget={sidebarId}
            popoverTargetAction="hide"
          >
            <CloseIcon className="size-5" />
          </IconButton>
        </div>
        {sidebarHeader} {/* optional: palette */}
        <nav aria-label={t("layout.navigation")} className="grid gap-4">
          {groups.map((group, index) => (
            <SidebarGroup key={index} group={group} onNavigate={closeDrawer} />
          ))}
        </nav>
        {sidebarFooter && <div className="mt-auto grid gap-1 pt-4">{sidebarFooter}</div>}
      </aside>
    </CollapsedContext>
  );
}

type HomeLinkProps = Pick<SidebarProps, "home" | "areaName"> & { onClick?: () => void };

/** The product's logo and name, as a link to the area's first page. */
export function HomeLink({ home, areaName, onClick }: HomeLinkProps) {
  return (
    <Link
      to={home}
      activeOptions={{ exact: true }}
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-control px-1.5 font-serif text-[1.25rem] font-semibold"
      onClick={onClick}
    >
      <Logo className="size-7 shrink-0" />
      {/* A long name wraps. */}
      <span className="sidebar-text flex flex-wrap items-baseline gap-x-2 leading-tight">
        {brand.name}
        {areaName && <span className="font-sans text-xs font-normal text-muted-foreground">{areaName}</span>}
      </span>
    </Link>
  );
}

type SidebarGroupProps = { group: NavigationGroup; onNavigate: () => void };

function SidebarGroup({ group: { heading, items }, onNavigate }: SidebarGroupProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      {heading && (
        <p id={id} className="sidebar-text px-3 pt-2 pb-1 text-sm text-muted-foreground">
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading && id} className="grid gap-1">
        {items.map((item) => (
          <li key={item.to}>
            <SidebarLink item={item} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type SidebarLinkProps = { item: NavigationItem; onNavigate: () => void };

function SidebarLink({ item, onNavigate }: SidebarLinkProps) {
  const { to, label, icon: Icon } = item;
  return (
    <SidebarTooltip text={label}>
      <Link
        to={to}
        activeOptions={activeOptions(item)}
        className="group flex min-h-[max(2.5rem,var(--control-height))] items-center gap-3 rounded-control border border-transparent px-2 font-medium transition-colors hover:bg-surface/60"
        activeProps={{ className: "border-border! bg-surface!" }}
        onClick={onNavigate}
      >
        <Icon className="size-5 shrink-0 text-muted-foreground group-data-[status=active]:text-accent" />
        <span className="sidebar-text">{label}</span>
      </Link>
    </SidebarTooltip>
  );
}

/** A tooltip for a link or button of which a collapsed sidebar shows only the icon. Its text has the class `sidebar-text`. */
export function SidebarTooltip({
  text,
  children,
}: Pick<ComponentProps<typeof Tooltip>, "text" | "children">) {
  if (!useIsSidebarCollapsed()) return children;
  return (
    <Tooltip text={text} repeatsLabel>
      {children}
    </Tooltip>
  );
}

/** The class of links and buttons in the footer of the sidebar. */
export const sidebarFooterItemClass =
  "flex min-h-9 w-full items-center gap-3 rounded-control px-3 text-start text-sm text-muted-foreground hover:bg-surface/60 hover:text-foreground lg:in-data-collapsed:px-2";
