import type { TFunction } from "i18next";
import { BookIcon, ChartIcon, PersonIcon } from "#ui/icons.tsx";
import type { NavigationItem } from "#ui/layout/area-layout.tsx";

/** What Manager leads to. */
export function managerNavigation(t: TFunction<"manager">): NavigationItem[] {
  return [
    { to: "/manager/dashboard", label: t("navigation.dashboard"), icon: ChartIcon },
    { to: "/manager/books", label: t("navigation.books"), icon: BookIcon },
    { to: "/manager/account", label: t("navigation.account"), icon: PersonIcon },
  ];
}
