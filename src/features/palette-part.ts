import type { QueryClient } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { AreaName } from "#brand/area-names.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { Command } from "#ui/palette/palette.ts";
import type { FeatureLink } from "./feature.ts";

/** Records that the command palette finds. */
type PaletteSearch = {
  heading: TextKey;
  /** The list that shows all results, by `searchTerm`. */
  list?: NonNullable<LinkProps["to"]>;
  /** Gets the trimmed search term; the signal aborts when another search begins. */
  find: (term: string, context: { signal: AbortSignal; queryClient: QueryClient }) => Promise<Command[]>;
};

/** What a feature adds to the command palette of each area: `parts/palette.ts`. Its texts are those of the feature in the area. */
export type PalettePart = Partial<
  Record<AreaName, { actions?: readonly FeatureLink[]; search?: PaletteSearch }>
>;
