import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { runChild } from "../scripts/bootstrap/child.mjs";
import { UserError } from "../scripts/bootstrap/errors.mjs";

const folder = join(import.meta.dirname, "bench");

/** `npm run bench -- http --seconds 1`: runs the benchmarks that are named, or all of them, with the options that follow. */
export async function run(args: string[]): Promise<number> {
  const benchmarks = globSync("*.ts", { cwd: folder }).map((file) => basename(file, ".ts"));
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const named = firstOption < 0 ? args : args.slice(0, firstOption);
  const unknown = named.find((name) => !benchmarks.includes(name));
  if (unknown) throw new UserError(`"${unknown}" is none of ${benchmarks.sort().join(", ")}.`);
  let worstCode = 0;
  for (const name of named.length > 0 ? named : benchmarks.sort()) {
    const { code } = await runChild(process.execPath, [
      join(folder, `${name}.ts`),
      ...args.slice(named.length),
    ]);
    worstCode = Math.max(worstCode, code);
  }
  return worstCode;
}
