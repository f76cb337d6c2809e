import type { TFunction } from "i18next";
import { BookIcon, HomeIcon, PersonIcon } from "#ui/icons.tsx";
import type { NavigationItem } from "#ui/layout/navigation.ts";

/** What App leads to. */
export function appNavigation(t: TFunction<"app">): NavigationItem[] {
  return [
    { to: "/app", label: t("navigation.home"), icon: HomeIcon, exact: true },
    { to: "/app/books", label: t("navigation.books"), icon: BookIcon },
    { to: "/app/account", label: t("navigation.account"), icon: PersonIcon },
  ];
}
