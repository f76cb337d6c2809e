import { parseArgs } from "node:util";
import type { Database } from "../../../src/server/database/connect.ts";
import { buildProduct } from "../../../scripts/build.ts";
import { createSteps } from "../../../scripts/bootstrap/steps.mjs";
import { machine } from "./machine.ts";
import { connections, measure, type Measured, type Subject, type Times } from "./measure.ts";
import { startPostgres, startProduct, type Postgres, type Product } from "./product.ts";

const small = 1_000;

type Comparison = {
  /** The records' name, for example "books". */
  name: string;
  /** Inserts the test data. */
  generate: (database: Database, count: number) => Promise<void>;
  /** The requests to measure. */
  subjectsOf: (product: Product, count: number) => Promise<Subject[]>;
};

/**
 * Measures requests with 1,000 records and with many, on two scratch databases, and prints a Markdown table for
 * docs/performance.md. Uses the PostgreSQL of DATABASE_URL (whose user must be able to create databases), or an embedded one.
 */
export async function compareSizes({ name, generate, subjectsOf }: Comparison): Promise<void> {
  const { values } = parseArgs({ options: { count: { type: "string" } }, strict: false });
  const large = Number(values.count ?? 1_000_000);
  const steps = createSteps();
  await buildProduct(steps);
  const postgres = await startPostgres();
  try {
    const rows = await withProduct(postgres, small, (few) =>
      withProduct(postgres, large, (many) => measureBoth(few, many)),
    );
    steps.end();
    console.log(
      `\n${machine()}; ${large.toLocaleString("en")} ${name}. Milliseconds, p50 / p99.\n\n${table(rows)}`,
    );
  } finally {
    await postgres.stop();
  }

  async function withProduct<Result>(
    on: Postgres,
    count: number,
    work: (product: Product) => Promise<Result>,
  ): Promise<Result> {
    steps.begin(`Creating ${count.toLocaleString("en")} ${name}`);
    const product = await startProduct(on, (database) => generate(database, count));
    try {
      return await work(product);
    } catch (error) {
      console.error(product.log().slice(-3000));
      throw error;
    } finally {
      await product.stop();
    }
  }

  async function measureBoth(few: Product, many: Product): Promise<Row[]> {
    const ofFew = await subjectsOf(few, small);
    const rows: Row[] = [];
    for (const [index, subject] of (await subjectsOf(many, large)).entries()) {
      const same = ofFew[index];
      if (!same) continue;
      steps.begin(subject.name);
      const [ofSmall, ofLarge] = await measure([
        { product: few, subject: same },
        { product: many, subject },
      ]);
      if (ofSmall && ofLarge) rows.push({ name: subject.name, few: ofSmall, many: ofLarge });
    }
    return rows;
  }

  function table(measured: Row[]): string {
    const rows = measured.map((row) => {
      const { few, many } = row;
      const ratio = (many.alone.p50 / few.alone.p50).toFixed(2);
      return [row.name, many.statements, times(few.alone), times(many.alone), ratio, times(many.together)];
    });
    const head = [
      "",
      "statements",
      `${small.toLocaleString("en")} ${name}`,
      "alone",
      "ratio of p50",
      `${connections} at once`,
    ];
    return [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
      .map((cells) => `| ${cells.join(" | ")} |`)
      .join("\n");
  }
}

type Row = { name: string; few: Measured; many: Measured };

function times({ p50, p99 }: Times): string {
  return [p50, p99].map((time) => (time === Infinity ? "canceled" : time.toFixed(1))).join(" / ");
}
