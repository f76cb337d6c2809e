import { fix } from "../tools/check/fix.ts";
import type { Arguments } from "./bootstrap/commands.mjs";
import { createSteps } from "./bootstrap/steps.mjs";

/** `npm run fix`: fixes what tools can fix of the findings of `npm run check`. */
export async function run({ positionals }: Arguments): Promise<number> {
  const remaining = await createSteps().run("Fixing", () => fix({ files: positionals }));
  if (remaining) console.log(`\n${remaining}`);
  return remaining ? 1 : 0;
}
