import { Link, type LinkProps } from "@tanstack/react-router";
import { useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { brand } from "#brand/brand.ts";
import { Logo } from "#brand/logo.tsx";
import { IconButton } from "../controls/button.tsx";
import { CloseIcon, SidebarIcon } from "../icons.ts";
import { Tooltip } from "../overlays/tooltip.tsx";
import type { NavigationGroup, NavigationItem } from "./navigation.ts";
import { saveSidebarState, currentSidebarState } from "./sidebar-state.ts";
import "./sidebar.css";

type SidebarProps = {
  /** The element's id: a button with `popovertarget` opens it as a drawer where it has no place of its own. */
  id: string;
  home: NonNullable<LinkProps["to"]>;
  /** The area's name beside the product's, where it needs one. */
  area?: string;
  groups: NavigationGroup[];
  /** Whether the page was made with the sidebar collapsed. */
  isCollapsed: boolean;
  /** What stands above the navigation, and at the foot. */
  top?: ReactNode;
  foot?: ReactNode;
};

/**
 * An area's navigation. On a desk a column that can be collapsed to its icons; elsewhere a drawer, by the browser's
 * own popover, so that it opens without JavaScript as well.
 */
export function Sidebar({ id, home, area, groups, isCollapsed: asMade, top, foot }: SidebarProps) {
  const { t } = useTranslation("components");
  const [isCollapsed, setCollapsed] = useState(() => currentSidebarState(asMade));
  const element = useRef<HTMLElement>(null);

  function toggle() {
    saveSidebarState(!isCollapsed);
    setCollapsed(!isCollapsed);
  }

  /** The drawer has done its work once a place was chosen. */
  function closeDrawer() {
    if (element.current?.matches(":popover-open")) element.current.hidePopover();
  }

  return (
    <aside
      ref={element}
      id={id}
      popover="auto"
      aria-label={t("sidebar.label")}
      className="sidebar"
      data-collapsed={isCollapsed || undefined}
    >
      <div className="sidebar-head">
        <Link to={home} className="sidebar-brand" onClick={closeDrawer}>
          <Logo className="size-7 shrink-0" />
          <span className="sidebar-words flex items-baseline gap-2">
            {brand.name}
            {area && <span className="font-sans text-xs font-normal text-muted-foreground">{area}</span>}
          </span>
        </Link>
        <IconButton
          // Without JavaScript there is nothing that would collapse it.
          className="max-lg:hidden noscript:hidden"
          label={t(isCollapsed ? "sidebar.expand" : "sidebar.collapse")}
          aria-expanded={!isCollapsed}
          aria-controls={id}
          onClick={toggle}
        >
          <SidebarIcon className="size-5" />
        </IconButton>
        <IconButton
          className="lg:hidden"
          label={t("sidebar.close")}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <CloseIcon className="size-5" />
        </IconButton>
      </div>
      {top}
      <nav aria-label={t("layout.navigation")} className="grid gap-4">
        {groups.map((group, index) => (
          <Group key={index} group={group} isCollapsed={isCollapsed} onChoose={closeDrawer} />
        ))}
      </nav>
      {foot && <div className="mt-auto grid gap-1 pt-4">{foot}</div>}
    </aside>
  );
}

type GroupProps = { group: NavigationGroup; isCollapsed: boolean; onChoose: () => void };

function Group({ group: { heading, items }, isCollapsed, onChoose }: GroupProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      {heading && (
        <p id={id} className="sidebar-words px-3 pt-2 pb-1 text-sm text-muted-foreground">
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading && id} className="grid gap-1">
        {items.map((item) => (
          <li key={item.to}>
            <Place item={item} isCollapsed={isCollapsed} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type PlaceProps = { item: NavigationItem; isCollapsed: boolean; onChoose: () => void };

function Place({ item: { to, label, icon: Icon, exact }, isCollapsed, onChoose }: PlaceProps) {
  const link = (
    <Link
      to={to}
      activeOptions={{ exact: exact ?? false }}
      className="sidebar-place"
      activeProps={{ className: "sidebar-here" }}
      onClick={onChoose}
    >
      <Icon className="size-5 shrink-0" />
      <span className="sidebar-words">{label}</span>
    </Link>
  );
  if (!isCollapsed) return link;
  return (
    <Tooltip text={label} repeatsLabel>
      {link}
    </Tooltip>
  );
}
