import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";
import { UserError } from "./bootstrap/errors.mjs";
import { projectDir } from "./support/project.ts";

/** `npm run bench`: measures everything in tools/bench; `npm run bench -- http` what is named. Numbers are for it. */
export async function run(args: string[]): Promise<number> {
  const folder = join(projectDir, "tools", "bench");
  const known = readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => basename(file, ".ts"));
  const isNumber = (arg: string) => /^\d+$/.test(arg);
  const named = args.filter((arg) => !isNumber(arg));
  const unknown = named.find((name) => !known.includes(name));
  if (unknown) throw new UserError(`There is no benchmark "${unknown}". There are: ${known.join(", ")}.`);

  let worst = 0;
  for (const name of named.length > 0 ? named : known) {
    const { code } = await runChild(process.execPath, [join(folder, `${name}.ts`), ...args.filter(isNumber)]);
    worst = Math.max(worst, code);
  }
  return worst;
}
