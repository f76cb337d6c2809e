import { check } from "../tools/check/index.ts";
import { formatCounts } from "./support/test-results.ts";

/** `npm run check`: everything that can be said of the project without running it, or the checks that are named. Writes nothing. */
export async function run(only: string[]): Promise<number> {
  const sums = await check({ only });
  console.log(`\n${formatCounts({ ...sums, skipped: 0 })}`);
  return sums.failed > 0 ? 1 : 0;
}
