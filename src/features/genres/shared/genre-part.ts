import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { AreaName } from "#brand/area-names.ts";
import type { TextKey } from "#i18n/text-key.ts";

/** What a feature whose records have a genre adds to genres: its `parts/genres.tsx` exports it as `part`. */
export type GenrePart = {
  /** The feature's key in the genres' `uses` (parts/genres.server.ts). */
  key: string;
  texts: {
    heading: TextKey;
    /** The number of records: with `count`. */
    count: TextKey;
    /** Why a genre can't be deleted: with `count`. */
    inUse: TextKey;
    show: TextKey;
  };
  /** The link to the records of a genre. */
  link: (area: AreaName, genreId: string) => Pick<LinkProps, "to" | "search">;
  /** An example of a record in a genre's hue, a different one for each seed. */
  Example: ComponentType<{ seed: string; hue: number }>;
};
