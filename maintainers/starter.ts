import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readOptionalFeatures } from "../scripts/remove/optional-features.ts";
import { projectDir } from "../scripts/support/project.ts";
import { runNode } from "./run-node.ts";

/**
 * `npm run starter`: makes projects of the last commit that lack all optional features, one, or two by chance. Each is made
 * with all checks, built, started with its migrations, looked at in the browser and attacked; the first runs all of its tests. Then
 * each core has a project of its own, which takes less time in all than sharing them. Linux only: the packages are hard links.
 * @returns 1 if a project fails
 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { pairs: { type: "string", default: "10" } },
  });
  const optional = ["books,genres", ...readOptionalFeatures(projectDir).keys()];
  const all = optional.join(",");
  const sets =
    positionals.length > 0 ? positionals : [all, ...optional, ...pairsOf(optional, Number(values.pairs))];
  let failed = 0;
  async function trySet(set: string, core?: number) {
    const startedAt = performance.now();
    const tests = set === all ? ["--all"] : ["e2e", "--file", "e2e/landing", "--file", "e2e/attacks"];
    const problem = await tryWithout(set.split(","), tests, core).catch(({ message }: Error) => message);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
    const name = set === all ? "anything optional" : set.replaceAll(",", ", ");
    console.log(`${problem ? "✗" : "✓"} ${seconds} s  without ${name}`);
    if (problem) console.log(problem);
    failed += problem ? 1 : 0;
  }
  // Its tests have all cores.
  if (sets.includes(all)) await trySet(all);
  const left = sets.filter((set) => set !== all).values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async (_, core) => {
      for (const set of left) await trySet(set, core);
    }),
  );
  console.log(`\n${sets.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** @throws what a command of the project printed, if it fails */
async function tryWithout(features: string[], tests: string[], core?: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "starter-"));
  // PostgreSQL's own account reads there, if root runs this.
  chmodSync(dir, 0o755);
  try {
    execFileSync("git", ["clone", "--quiet", projectDir, dir]);
    execFileSync("cp", ["-al", join(projectDir, "node_modules"), dir]);
    for (const cache of [".cache", ".vite"])
      rmSync(join(dir, "node_modules", cache), { recursive: true, force: true });
    // Files that npm and the project write in place.
    for (const name of [".installed", ".package-lock.json"]) {
      const file = join(dir, "node_modules", name);
      rmSync(file);
      copyFileSync(join(projectDir, "node_modules", name), file);
    }
    const command = (...args: string[]) => runNode({ dir, core }, "scripts/run.mjs", ...args);
    await command("remove", ...features, "--drop-tables", "--yes");
    await command("test", ...tests);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Pairs of features, by chance. */
function pairsOf(features: string[], count: number): string[] {
  const pairs = features.flatMap((one, index) => features.slice(index + 1).map((other) => `${one},${other}`));
  return Array.from({ length: Math.min(count, pairs.length) }, () => {
    const [pair = ""] = pairs.splice(randomInt(pairs.length), 1);
    return pair;
  });
}
