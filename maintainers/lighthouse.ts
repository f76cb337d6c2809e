import { parseArgs } from "node:util";
import { seedDatabase } from "../src/app/run/seed.server.ts";
import { startPostgres, startProduct } from "./bench/lists/product.ts";
import { measure } from "./lighthouse/measure.ts";
import { isPerfect, type PageReport, reportLines, reportPage } from "./lighthouse/report.ts";
import { UserError } from "../scripts/bootstrap/errors.mjs";
import { createSteps } from "../scripts/bootstrap/steps.mjs";
import { buildProduct } from "../scripts/build.ts";
import { findBrowser } from "../scripts/support/browser.ts";

const mainPages = ["/login", "/app", "/app/books", "/manager/books"];

/**
 * `npm run lighthouse -- /login --count 5`: runs Lighthouse with its defaults (a phone, simulated slow line) on the built product with its own
 * database and the demo data, as a visitor on /login and as an administrator elsewhere. Its exit code is 1 if a category
 * has less than 100. Performance depends on what else the machine does.
 */
export async function run(args: string[]): Promise<number> {
  const options = { count: { type: "string", default: "3" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const paths = positionals.length > 0 ? positionals : mainPages;
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1)
    throw new UserError(`"${values.count}" is not a number of runs.`);
  const steps = createSteps();
  await findBrowser(steps);
  await buildProduct(steps);
  const postgres = await startPostgres();
  const product = await startProduct(postgres, async (database) => {
    await seedDatabase(database, { withAccounts: true });
  });
  const pages: PageReport[] = [];
  try {
    for (const path of paths) {
      const cookie = path.startsWith("/login") ? undefined : product.administrator.cookie;
      const result = await steps.run(`Measuring ${path}`, () =>
        measure({ url: product.url + path, cookie }, count),
      );
      pages.push(reportPage(path, result));
    }
  } finally {
    await product.stop();
    await postgres.stop();
  }
  console.log(`\n${reportLines(pages).join("\n")}`);
  return isPerfect(pages) ? 0 : 1;
}
