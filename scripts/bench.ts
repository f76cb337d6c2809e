import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { runChild } from "./child.mjs";
import { Problem } from "./problem.mjs";
import { projectDir } from "./project.ts";

/** `npm run bench`: measures everything in scripts/bench; `npm run bench -- http` what is named. */
export async function run(args: string[]): Promise<number> {
  const folder = join(projectDir, "scripts", "bench");
  const known = readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => basename(file, ".ts"));
  const unknown = args.find((name) => !known.includes(name));
  if (unknown) throw new Problem(`There is no benchmark "${unknown}". There are: ${known.join(", ")}.`);

  let worst = 0;
  for (const name of args.length > 0 ? args : known) {
    const { code } = await runChild(process.execPath, [join(folder, `${name}.ts`)]);
    worst = Math.max(worst, code);
  }
  return worst;
}
