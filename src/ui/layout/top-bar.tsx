import { useMatches, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { IconButton } from "../controls/button.tsx";
import { Breadcrumb } from "../display/breadcrumb.tsx";
import { SidebarIcon } from "../icons.ts";
import { HomeLink, sidebarId, type SidebarProps } from "./sidebar.tsx";

/** The button for the sidebar on narrow screens, the breadcrumb, and `children` at the end. */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <header className="top-0 z-10 flex min-h-14 items-center gap-2 border-b border-border bg-background px-2 tall:sticky sm:px-4 lg:px-8">
      <SidebarButton />
      <div className="min-w-0 flex-1">
        <Breadcrumb items={useBreadcrumbs()} />
      </div>
      <div className="flex items-center gap-1">{children}</div>
    </header>
  );
}

/** The bar of layouts without a top bar, on narrow screens only. It scrolls with the page. */
export function NarrowTopBar({ home }: Pick<SidebarProps, "home">) {
  return (
    <header className="flex min-h-14 items-center gap-2 border-b border-border px-2 sm:px-4 lg:hidden">
      <SidebarButton />
      <HomeLink home={home} />
    </header>
  );
}

/** Opens the sidebar as a drawer on narrow screens. */
function SidebarButton() {
  const { t } = useTranslation("components");
  return (
    <IconButton label={t("sidebar.open")} popoverTarget={sidebarId} className="lg:hidden">
      <SidebarIcon className="size-5" />
    </IconButton>
  );
}

/**
 * The breadcrumb of the current page, from the area down to the page itself. A route's label is a text key
 * (`staticData.breadcrumb`) or data that its loader returns (`{ breadcrumb }`).
 */
function useBreadcrumbs() {
  const { t } = useTranslation();
  const items = useMatches().flatMap(({ staticData: { breadcrumb }, loaderData, pathname }) => {
    const label = breadcrumb ? t(breadcrumb) : loadedLabel(loaderData);
    return label ? [{ label, to: pathname as LinkProps["to"] }] : [];
  });
  return items.map(({ label, to }, index) => (index < items.length - 1 ? { label, to } : { label }));
}

/** The breadcrumb that a loader returned. */
export function loadedLabel(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("breadcrumb" in data)) return undefined;
  return typeof data.breadcrumb === "string" ? data.breadcrumb : undefined;
}
