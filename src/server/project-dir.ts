import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The folder of package.json: the sources, the migrations and the build are in it. */
export const projectDir = dirname(findPackageJSON(import.meta.url) ?? "");
