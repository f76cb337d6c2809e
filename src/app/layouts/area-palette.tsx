import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { AreaName } from "#brand/area-names.ts";
import { useSignOutCommand } from "#features/auth/sessions/screens/sign-out.tsx";
import type { PalettePart } from "#features/palette-part.ts";
import type { NavigationItem } from "#ui/layout/navigation.ts";
import { CommandPalette } from "#ui/palette/command-palette.tsx";
import type { CommandSource, GroupedCommand } from "#ui/palette/palette.ts";

const parts = Object.values(
  import.meta.glob<PalettePart>("../../features/*/parts/palette.ts", { eager: true, import: "part" }),
);

/** The command palette of an area: its links, and what features add. */
export function AreaPalette({ area, links }: { area: AreaName; links: NavigationItem[] }) {
  const { t } = useTranslation("areas");
  const actions = parts.flatMap((part) => part[area]?.actions ?? []);
  return (
    <CommandPalette
      commands={[
        ...linkCommands(
          t("actions"),
          actions.map(({ label, ...link }) => ({ ...link, label: t(label) })),
        ),
        ...linkCommands(t("goTo"), links),
        { ...useSignOutCommand(), group: t("actions") },
      ]}
      sources={useSources(area)}
    />
  );
}

function linkCommands(group: string, items: NavigationItem[]): GroupedCommand[] {
  return items.map(({ to, label, icon }) => ({ id: to, group, label, icon, link: { to } }));
}

function useSources(area: AreaName): CommandSource[] {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMemo(
    () =>
      parts
        .flatMap((part) => part[area]?.search ?? [])
        .map(({ heading, list, find }) => ({
          id: heading,
          group: t(heading),
          list,
          search: async (term, signal) => await find(term, { signal, queryClient }),
        })),
    [area, t, queryClient],
  );
}
