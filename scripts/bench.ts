import { join } from "node:path";
import { commands, type Arguments } from "./bootstrap/commands.mjs";
import { runChild } from "./bootstrap/child.mjs";
import { projectDir } from "./support/project.ts";

/** `npm run bench`: runs the benchmarks of tools/bench that are named, or all of them. */
export async function run({ positionals, options }: Arguments): Promise<number> {
  const names = positionals.length > 0 ? positionals : (commands.bench?.positionals?.choices ?? []);
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${String(value)}`);
  let worstCode = 0;
  for (const name of names) {
    const file = join(projectDir, "tools", "bench", `${name}.ts`);
    const { code } = await runChild(process.execPath, [file, ...flags]);
    worstCode = Math.max(worstCode, code);
  }
  return worstCode;
}
