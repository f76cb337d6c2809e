import { dirname } from "node:path";

/** The project's folder, which is the working directory of commands. */
export const projectDir = dirname(dirname(import.meta.dirname));
