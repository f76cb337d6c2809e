import { activityFeature } from "#features/activity/feature.ts";
import { authFeature } from "#features/auth/feature.ts";
import { booksFeature } from "#features/books/feature.ts";
import { dashboardFeature } from "#features/dashboard/feature.ts";
import type { AreaName } from "#brand/area-names.ts";
import type { Feature } from "#features/feature.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { genresFeature } from "#features/genres/feature.ts";
import { homeFeature } from "#features/home/feature.ts";
import { usersFeature } from "#features/users/feature.ts";
import { areasFeature } from "./access/areas.ts";

/** Every feature. Sidebars and menus show their links in this order. */
export const features = [
  // A line each: `npm run new` and `npm run remove` change this list.
  homeFeature, // optional: app
  dashboardFeature,
  booksFeature,
  genresFeature,
  usersFeature,
  activityFeature,
  authFeature,
  areasFeature,
] as const satisfies readonly Feature[];

declare module "#rpc/permissions.ts" {
  interface Register {
    features: typeof features;
  }
}

/** What all features add to an area. */
export function featureAreas(area: AreaName) {
  return (features as readonly Feature[]).flatMap((feature) => feature[area] ?? []);
}

/** Where Manager begins: the first page of its sidebar. */
export const managerHome =
  featureAreas("manager").flatMap(({ sidebar = [] }) => sidebar)[0]?.to ?? "/manager/account";

/** The text namespaces that every screen of an area loads. */
export function areaTexts(area: AreaName): Namespace[] {
  return featureAreas(area).flatMap(({ texts = [] }) => texts);
}
