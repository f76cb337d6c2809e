/**
 * Measures pages in Chromium: their requests, their first contentful paint beside that of a static page with the same
 * markup and style sheet, and how fast Manager's list of books responds with 1,000 rows.
 *
 *   npm run bench -- paint                       5 rounds
 *   npm run bench -- paint --count 9             9 rounds
 *   npm run bench -- paint --only interactions   without the pages; "pages" measures only them
 */
import { arch, cpus } from "node:os";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { launchOptions } from "../../testing/browser.ts";
import { generateBooks } from "../../src/features/books/fixtures/generate-books.ts";
import { startPostgres, startProduct } from "./lists/product.ts";
import { countRequests } from "./paint/requests.ts";
import { measureFirstPaints } from "./paint/first-paint.ts";
import { measureInteractions } from "./paint/interactions.ts";
import { lines, slowPhone, type Subject } from "./paint/subject.ts";

const pages = ["/login", "/app", "/app/books", "/manager/books"];
const bookCount = 1_200;
const options = { count: { type: "string", default: "5" }, only: { type: "string" } } as const;
const { values } = parseArgs({ options, strict: false });
const rounds = Number(values.count);

const steps = createSteps();
await buildProduct(steps);
const postgres = await startPostgres();
const product = await startProduct(postgres, async (database) => {
  await generateBooks(database, bookCount);
  // Their covers have no files.
  await database.pool.query("UPDATE book SET cover_id = NULL");
});
const browser = await chromium.launch(await launchOptions());
try {
  const subject: Subject = { browser, url: product.url, cookie: product.administrator.cookie };
  console.log(`\n${cpus().length} × ${cpus()[0]?.model} (${arch()}), Chromium ${browser.version()}\n`);

  if (values.only !== "interactions") await measurePages(subject);
  if (values.only !== "pages") await measureList(subject);
} finally {
  await browser.close();
  await product.stop();
  await postgres.stop();
}

/** Prints a Markdown table. */
function print(header: string[], rows: string[][]): void {
  const separator = header.map((_, index) => (index === 0 ? "---" : "---:"));
  console.log(`\n${[header, separator, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`);
}

async function measurePages(subject: Subject): Promise<void> {
  const requests = await steps.run("Counting requests", () => countRequests(subject, pages));
  print(
    ["Requests", "all", "scripts", "style sheets", "fonts", "kB"],
    requests.map(({ path, all, scripts, styles, fonts, bytes }) => [
      path,
      ...[all, scripts, styles, fonts, Math.round(bytes / 1_000)].map(String),
    ]),
  );

  for (const line of lines) {
    const paints = await steps.run(`Measuring the first paint: ${line.name}`, () =>
      measureFirstPaints(subject, pages, line, rounds),
    );
    print(
      [`First contentful paint, ms: ${line.name}`, "Flyleaf", "static page", "ratio", "usable"],
      paints.map(({ path, ours, still, ratio, usable }) => [
        path,
        ours.toFixed(0),
        still.toFixed(0),
        ratio.toFixed(2),
        usable.toFixed(0),
      ]),
    );
  }
}

async function measureList(subject: Subject): Promise<void> {
  const interactions = await steps.run("Interacting with 1,000 rows", () =>
    measureInteractions(subject, rounds, () =>
      product.database.pool.query(
        "UPDATE book SET updated_at = now() WHERE id = (SELECT id FROM book LIMIT 1)",
      ),
    ),
  );
  print(
    [
      `1,000 rows, CPU ${slowPhone.cpuSlowdown} times slower, ms`,
      "next paint",
      "slowest",
      "longest task",
      "slowest",
    ],
    interactions.map(({ name, median, slowest }) => [
      name,
      ...[median.nextPaint, slowest.nextPaint, median.longestTask, slowest.longestTask].map((ms) =>
        ms.toFixed(0),
      ),
    ]),
  );
}
