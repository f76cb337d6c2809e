/**
 * Measures lists, searches and writes over HTTP with a session, on scratch databases with 1,000 books and with many more.
 *
 *   npm run bench -- books                    1,000,000 books
 *   npm run bench -- books --count 10000000   ten million
 *
 * Uses the PostgreSQL of DATABASE_URL (whose user must be able to create databases), or an embedded one. Prints a Markdown
 * table for docs/performance.md.
 */
import { arch, cpus, totalmem } from "node:os";
import { generateBooks } from "../../testing/generate-books.ts";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { connections, measure, type Measured, type Times } from "./books/measure.ts";
import { startPostgres, startProduct, type Postgres, type Product } from "./books/product.ts";
import { subjectsOf } from "./books/subjects.ts";

const small = 1_000;
const large = Number(process.argv[2] ?? 1_000_000);
const steps = createSteps();

await buildProduct(steps);
const postgres = await startPostgres();
try {
  const rows = await withProduct(postgres, small, (few) =>
    withProduct(postgres, large, (many) => measureBoth(few, many)),
  );
  steps.end();
  console.log(`\n${machine()}\n\n${table(rows)}`);
} finally {
  await postgres.stop();
}

async function withProduct<Result>(
  on: Postgres,
  size: number,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  steps.begin(`Creating ${size.toLocaleString("en")} books`);
  const product = await startProduct(on, (database) => generateBooks(database, size));
  try {
    return await work(product);
  } catch (error) {
    console.error(product.log().slice(-3000));
    throw error;
  } finally {
    await product.stop();
  }
}

type Row = { name: string; few: Measured; many: Measured };

/** Measures each request with few books and directly after with many, so that the machine's load is similar. */
async function measureBoth(few: Product, many: Product): Promise<Row[]> {
  const ofFew = await subjectsOf(few, small);
  const rows: Row[] = [];
  for (const [index, subject] of (await subjectsOf(many, large)).entries()) {
    const same = ofFew[index];
    if (!same) continue;
    steps.begin(subject.name);
    rows.push({ name: subject.name, few: await measure(few, same), many: await measure(many, subject) });
  }
  return rows;
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()} (${arch()}), ${memory} GB, Node ${process.versions.node}; ${large.toLocaleString("en")} books. Milliseconds, p50 / p99.`;
}

function table(measured: Row[]): string {
  const rows = measured.map(({ name, few, many: { statements, alone, together } }) => {
    const ratio = (alone.p50 / few.alone.p50).toFixed(2);
    return [name, statements, times(few.alone), times(alone), ratio, times(together)];
  });
  const head = ["", "statements", "1,000 books", "alone", "ratio of p50", `${connections} at once`];
  return [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function times({ p50, p99 }: Times): string {
  return [p50, p99].map((time) => (time === Infinity ? "canceled" : time.toFixed(1))).join(" / ");
}
