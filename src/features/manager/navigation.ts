import type { TFunction } from "i18next";
import { BookIcon, ChartIcon, PersonIcon, PlusIcon, SwitchIcon, TagIcon, UploadIcon } from "#ui/icons.tsx";
import type { NavigationGroup, NavigationItem } from "#ui/layout/navigation.ts";

/** What Manager leads to. The account and the way out stand in the user menu (decisions: "Navigation"). */
export function managerNavigation(t: TFunction<"manager">): NavigationGroup[] {
  return [
    {
      heading: t("navigation.application"),
      items: [
        { to: "/manager/dashboard", label: t("navigation.dashboard"), icon: ChartIcon },
        { to: "/manager/books", label: t("navigation.books"), icon: BookIcon },
        { to: "/manager/genres", label: t("navigation.genres"), icon: TagIcon },
      ],
    },
  ];
}

/** What is begun from anywhere by the command palette. */
export function managerActions(t: TFunction<"manager">): NavigationItem[] {
  return [
    { to: "/manager/books/new", label: t("actions.newBook"), icon: PlusIcon },
    { to: "/manager/books/import", label: t("actions.importBooks"), icon: UploadIcon },
  ];
}

/** What the user menu leads to. */
export function managerUserNavigation(t: TFunction<"manager">): NavigationItem[] {
  return [
    { to: "/manager/account", label: t("navigation.account"), icon: PersonIcon },
    { to: "/app", label: t("navigation.openApp"), icon: SwitchIcon },
  ];
}
