import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { NavigationItem } from "./navigation.ts";

/** The navigation of an area on narrow screens. */
export function BottomNavigation({ items }: { items: NavigationItem[] }) {
  const { t } = useTranslation("components");
  return (
    <nav
      aria-label={t("layout.navigation")}
      className="bottom-navigation bottom-0 z-10 mt-auto grid auto-cols-fr grid-flow-col border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] tall:sticky lg:hidden"
    >
      {items.map(({ to, label, icon: Icon, exact }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: exact ?? false }}
          className="grid min-h-14 place-items-center content-center gap-0.5 px-1 text-center text-xs text-muted-foreground"
          activeProps={{ className: "text-accent! font-semibold" }}
        >
          <Icon className="size-5" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
