import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { activeOptions, type NavigationItem } from "./navigation.ts";

/** The navigation of an area on narrow screens. */
export function BottomNavigation({ items }: { items: NavigationItem[] }) {
  const { t } = useTranslation("components");
  return (
    <nav
      aria-label={t("layout.navigation")}
      className="bottom-0 z-10 mt-auto grid auto-cols-fr grid-flow-col border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] tall:sticky lg:hidden"
    >
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          activeOptions={activeOptions(item)}
          className="grid min-h-14 place-items-center content-center gap-0.5 px-1 text-center text-xs text-muted-foreground"
          activeProps={{ className: "text-accent! font-semibold" }}
        >
          <item.icon className="size-5" />
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
