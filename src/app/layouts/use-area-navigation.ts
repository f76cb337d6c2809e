import { useMemo } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { AreaName } from "#brand/area-names.ts";
import type { FeatureLink } from "#features/feature.ts";
import type { NavigationGroup, NavigationItem } from "#ui/layout/navigation.ts";
import { featureAreas } from "../features.ts";

/** The links of an area, in the user's language, from what features declare. */
export function useAreaNavigation(area: AreaName) {
  const { t } = useTranslation();
  return useMemo(() => {
    const areas = featureAreas(area);
    const translated = ({ label, ...link }: FeatureLink): NavigationItem => ({ ...link, label: t(label) });
    const sidebar = areas.flatMap((feature) => feature.sidebar ?? []);
    const headings = [...new Set(sidebar.map(({ heading }) => heading))];
    const groups: NavigationGroup[] = headings.map((heading) => ({
      ...(heading && { heading: t(heading) }),
      items: sidebar.filter((link) => link.heading === heading).map(translated),
    }));
    return {
      groups,
      userMenu: areas.flatMap(({ userMenu = [] }) => userMenu.map(translated)),
    };
  }, [area, t]);
}
