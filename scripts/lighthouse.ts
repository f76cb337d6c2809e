import { seedDatabase } from "#app/seed.server.ts";
import { startPostgres, startProduct } from "../tools/bench/lists/product.ts";
import { loadLighthouse } from "../tools/lighthouse/install.ts";
import { measure } from "../tools/lighthouse/measure.ts";
import { isPerfect, type PageReport, reportLines, reportPage } from "../tools/lighthouse/report.ts";
import type { Arguments } from "./bootstrap/commands.mjs";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { buildProduct } from "./build.ts";
import { findBrowser } from "./support/browser.ts";

const mainPages = ["/login", "/app", "/app/books", "/manager/books"];

/**
 * `npm run lighthouse`: runs Lighthouse with its defaults (a phone, simulated slow line) on the built product with its own
 * database and the demo data, as a visitor on /login and as an administrator elsewhere. Its exit code is 1 if a category
 * has less than 100. Performance depends on what else the machine does.
 */
export async function run({ positionals, options }: Arguments): Promise<number> {
  const paths = positionals.length > 0 ? positionals : mainPages;
  const count = Number(options.count ?? 3);
  if (!Number.isInteger(count) || count < 1)
    throw new UserError(`"${String(options.count)}" is not a number of runs.`);
  const steps = createSteps();
  const lighthouse = await loadLighthouse(steps);
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
        measure(lighthouse, { url: product.url + path, cookie }, count),
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
