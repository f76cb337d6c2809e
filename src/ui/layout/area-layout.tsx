import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { brand } from "#brand/brand.ts";
import { Logo } from "#brand/logo.tsx";
import { SwitchIcon } from "../icons.tsx";
import { LanguageSwitcher } from "../language/language-switcher.tsx";
import { ThemeSwitcher } from "../theme/theme-switcher.tsx";
import { sidebarLine } from "./sidebar-link.ts";
import { mainId, SkipLink } from "./skip-link.tsx";

export type NavigationItem = {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** Whether the item is current on its own path only, not on those beneath. */
  exact?: boolean;
};

type AreaLayoutProps = {
  home: NonNullable<LinkProps["to"]>;
  /** The area's name beside the product's, where it needs one. */
  area?: string;
  /** A heading above the items on a desk, where they need one. */
  heading?: string;
  items: NavigationItem[];
  /** The way to the other area, for who may enter it. */
  otherArea: { to: NonNullable<LinkProps["to"]>; label: string } | undefined;
  signOut: ReactNode;
  children: ReactNode;
};

/** A signed-in area: a sidebar on a desk, a bar at the bottom on a phone. */
export function AreaLayout({ home, area, heading, items, otherArea, signOut, children }: AreaLayoutProps) {
  const { t } = useTranslation("components");
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh w-62 shrink-0 flex-col gap-2 overflow-y-auto border-e border-line bg-wash p-3 lg:flex">
        <Link
          to={home}
          className="flex min-h-9 items-center gap-3 rounded-control px-2 py-2 font-serif text-xl font-semibold"
        >
          <Logo className="size-7" />
          {brand.name}
          {area && <span className="font-sans text-xs font-normal text-ink-soft">{area}</span>}
        </Link>
        <nav aria-label={t("layout.navigation")} className="grid gap-1">
          {heading && <p className="px-3 pt-3 pb-1 text-sm text-ink-soft">{heading}</p>}
          {items.map(({ to, label, icon: Icon, exact }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: exact ?? false }}
              className="flex min-h-10 items-center gap-3 rounded-control border border-transparent px-3 font-medium hover:bg-sheet/60"
              activeProps={{ className: "border-line! bg-sheet" }}
            >
              <Icon className="size-5 text-ink-soft" />
              {label}
            </Link>
          ))}
        </nav>
        <div className="mt-auto grid gap-1 pt-4">
          {otherArea && (
            <Link to={otherArea.to} className={sidebarLine}>
              <SwitchIcon className="size-5" />
              {otherArea.label}
            </Link>
          )}
          <LanguageSwitcher />
          <ThemeSwitcher />
          {signOut}
        </div>
      </aside>
      <main
        id={mainId}
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col px-4 pt-6 pb-28 outline-none lg:px-8 lg:pb-12"
      >
        {children}
      </main>
      <nav
        aria-label={t("layout.navigation")}
        className="fixed inset-x-0 bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {items.map(({ to, label, icon: Icon, exact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: exact ?? false }}
            className="grid min-h-14 place-items-center content-center gap-0.5 px-1 text-xs text-ink-soft"
            activeProps={{ className: "text-accent! font-semibold" }}
          >
            <Icon className="size-5" />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
