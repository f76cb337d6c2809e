import type { TFunction } from "i18next";
import { BookIcon, ChartIcon } from "#ui/icons.tsx";
import type { NavigationGroup } from "#ui/layout/navigation.ts";

/** What Manager leads to. The account and the way out stand in the user menu (decisions: "Navigation"). */
export function managerNavigation(t: TFunction<"manager">): NavigationGroup[] {
  return [
    {
      heading: t("navigation.application"),
      items: [
        { to: "/manager/dashboard", label: t("navigation.dashboard"), icon: ChartIcon },
        { to: "/manager/books", label: t("navigation.books"), icon: BookIcon },
      ],
    },
  ];
}
