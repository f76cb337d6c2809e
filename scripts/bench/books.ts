/**
 * What books cost, however many there are: the times of lists, searches and writes through HTTP, with a signed-in
 * session, on scratch databases of 1,000 books and of many more.
 *
 *   npm run bench:books               1,000,000 books
 *   npm run bench:books -- 10000000   as many as you say
 *
 * On the PostgreSQL of DATABASE_URL (whose user may create databases), or else on an embedded one of its own. Prints a
 * table in Markdown: docs/performance.md holds one.
 */
import { arch, cpus, totalmem } from "node:os";
import { fillWithBooks } from "#features/books/testing.ts";
import { buildProduct } from "../build.ts";
import { createSteps } from "../steps.mjs";
import { connections, measure, type Measured, type Times } from "./books/measure.ts";
import { startPostgres, startProduct, type Postgres } from "./books/product.ts";
import { subjectsOf } from "./books/subjects.ts";

const small = 1_000;
const large = Number(process.argv[2] ?? 1_000_000);
const steps = createSteps();

await buildProduct(steps);
const postgres = await startPostgres();
try {
  const few = await measureAll(postgres, small);
  const many = await measureAll(postgres, large);
  steps.end();
  console.log(`\n${machine()}\n\n${table(few, many)}`);
} finally {
  await postgres.stop();
}

async function measureAll(on: Postgres, size: number): Promise<Map<string, Measured>> {
  const books = `${size.toLocaleString("en")} books`;
  steps.begin(`Making ${books}`);
  const product = await startProduct(on, (database) => fillWithBooks(database, size));
  try {
    const measured = new Map<string, Measured>();
    for (const subject of await subjectsOf(product, size)) {
      steps.begin(`${books}: ${subject.name}`);
      measured.set(subject.name, await measure(product, subject));
    }
    return measured;
  } catch (error) {
    console.error(product.log().slice(-3000));
    throw error;
  } finally {
    await product.stop();
  }
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()} (${arch()}), ${memory} GB, Node ${process.versions.node}; ${large.toLocaleString("en")} books. Milliseconds, p50 / p99.`;
}

function table(few: Map<string, Measured>, many: Map<string, Measured>): string {
  const rows = [...many].flatMap(([name, { statements, alone, together }]) => {
    const before = few.get(name);
    if (!before) return [];
    const ratio = (alone.p50 / before.alone.p50).toFixed(2);
    return [[name, statements, times(before.alone), times(alone), ratio, times(together)]];
  });
  const head = ["", "statements", "1,000 books", "alone", "ratio of p50", `${connections} at once`];
  return [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function times({ p50, p99 }: Times): string {
  return [p50, p99].map((time) => (time === Infinity ? "stopped" : time.toFixed(1))).join(" / ");
}
