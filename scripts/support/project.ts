import { dirname, join } from "node:path";

/** The project's folder, which is the working directory of commands. */
export const projectDir = dirname(dirname(import.meta.dirname));

/** Files that commands cache between runs; deleted together with the packages. */
export const cacheDir = join(projectDir, "node_modules", ".cache", "flyleaf");
