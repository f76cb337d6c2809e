import type { GenrePart } from "./shared/genre-part.ts";

const parts = import.meta.glob<GenrePart>("../*/parts/genres.tsx", { eager: true, import: "part" });

/** The features whose records have a genre. */
export const genreParts = Object.values(parts);
