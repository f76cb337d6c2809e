import { join } from "node:path";
import { projectDir } from "./project.ts";

/** Loads src/main.ts as it was built. */
export async function loadBuilt(): Promise<typeof import("#main.ts")> {
  return (await import(join(projectDir, "dist/server/main.js"))) as typeof import("#main.ts");
}
