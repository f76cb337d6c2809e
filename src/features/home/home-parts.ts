import type { HomePart } from "./shared/home-part.ts";

const parts = import.meta.glob<HomePart>("../*/parts/home.tsx", { eager: true, import: "part" });

/** What the features add to Home. */
export const homeParts = Object.values(parts);
