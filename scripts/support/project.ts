import { dirname, join } from "node:path";

/** The project's folder: commands run there, wherever they were typed. */
export const projectDir = dirname(dirname(import.meta.dirname));

/** What commands remember between two runs; it goes when the packages go. */
export const cacheDir = join(projectDir, "node_modules", ".cache", "flyleaf");
