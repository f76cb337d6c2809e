import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../controls/button.tsx";
import { Breadcrumb } from "../display/breadcrumb.tsx";
import { SidebarIcon } from "../icons.ts";
import { useBreadcrumbs } from "./use-breadcrumbs.ts";

/** The button for the sidebar on narrow screens, the breadcrumb, and `children` at the end. */
export function TopBar({ sidebarId, children }: { sidebarId: string; children: ReactNode }) {
  const { t } = useTranslation("components");
  return (
    <header className="top-0 z-10 flex min-h-14 items-center gap-2 border-b border-border bg-background px-2 tall:sticky sm:px-4 lg:px-8">
      <IconButton label={t("sidebar.open")} popoverTarget={sidebarId} className="lg:hidden">
        <SidebarIcon className="size-5" />
      </IconButton>
      <div className="min-w-0 flex-1">
        <Breadcrumb items={useBreadcrumbs()} />
      </div>
      <div className="flex items-center gap-1">{children}</div>
    </header>
  );
}
