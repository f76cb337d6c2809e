import { parseArgs } from "node:util";
import { startServer } from "../testing/e2e/support/server.ts";
import { createFuzzer, type Fuzzer } from "./fuzz/fuzz.ts";
import { collectTargets, type Target } from "../testing/targets.ts";
import { UserError } from "../scripts/bootstrap/errors.mjs";
import { createSteps } from "../scripts/bootstrap/steps.mjs";
import { buildProduct } from "../scripts/build.ts";

const runs = 100;

/**
 * `npm run fuzz -- --minutes 10 --seed 1`: sends odd requests to the built product, with its own database, and prints those
 * that get a 5xx. `npm test` does the same for some seconds (fuzz/fuzz.test.ts).
 */
export async function run(args: string[]): Promise<number> {
  const options = { minutes: { type: "string" }, seed: { type: "string" } } as const;
  const { values } = parseArgs({ args, options });
  const minutes = numberOf(values.minutes, 60);
  const firstSeed = numberOf(values.seed, Math.floor(Math.random() * 1e9));
  const steps = createSteps();
  await buildProduct(steps);
  const server = await steps.run("Starting the server", () =>
    startServer({ LOG_LEVEL: "warn", API_REQUESTS_PER_MINUTE: "0" }),
  );
  const fuzzer = await createFuzzer(server);
  const deadline = Date.now() + minutes * 60_000;
  const failures: string[] = [];
  try {
    for (let seed = firstSeed; Date.now() < deadline; seed++) {
      const found = await runRound(fuzzer, seed, deadline);
      failures.push(...found);
      console.log(`seed ${seed}: ${found.length} failures after ${fuzzer.requestCount()} requests`);
    }
  } finally {
    fuzzer.close();
    await server.stop();
  }
  const errors = [...new Set(fuzzer.loggedErrors())].slice(0, 20);
  if (errors.length > 0) console.log(`\nLogged errors:\n${errors.join("\n")}`);
  return failures.length + errors.length > 0 ? 1 : 0;
}

/** Sends requests to every target. @returns the names of those that failed, whose requests are printed */
async function runRound(fuzzer: Fuzzer, seed: number, deadline: number): Promise<string[]> {
  const failed: string[] = [];
  for (const target of collectTargets()) {
    if (Date.now() > deadline) break;
    await fuzzer.fuzz(target, { runs, seed }).catch((error: unknown) => {
      failed.push(target.name);
      console.error(`\n${target.name}: ${describe(target, error)}\n`);
    });
  }
  return failed;
}

function describe({ method, path }: Target, error: unknown): string {
  if (!(error instanceof Error)) return `${method} ${path}\n${String(error)}`;
  return `${method} ${path}\n${String(error.cause)}\n${error.message.slice(0, 2_000)}`;
}

function numberOf(option: string | undefined, otherwise: number): number {
  const value = option === undefined ? otherwise : Number(option);
  if (!(value >= 0)) throw new UserError(`"${option}" is not a number.`);
  return value;
}
