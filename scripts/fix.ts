import { fix } from "../tools/check/fix.ts";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm run fix`: mends what `npm run check` finds and a tool can mend, in the named files or in all. */
export async function run(files: string[]): Promise<number> {
  const complaints = await createSteps().run("Mending", () => fix({ files }));
  if (complaints) console.log(`\n${complaints}`);
  return complaints ? 1 : 0;
}
