import module from "node:module";
import { dirname } from "node:path";

/** The folder of package.json: the sources, the migrations and the build are in it. Node 20, which src/main.ts rejects, can't find it. */
export const projectDir = dirname(module.findPackageJSON?.(import.meta.url) ?? "");
