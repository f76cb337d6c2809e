/**
 * Measures requests per second of the built product beside the limit: a minimal program that does the same by hand, or sends
 * the same bytes from memory. Both run at the same time on the same database, and each is measured in turn.
 *
 *   npm run bench -- http                               all requests, three seconds for each measurement: about five minutes
 *   npm run bench -- http --seconds 1 --only "list"     only requests whose name contains a text
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { databaseUrl } from "../../src/server/database/connection.ts";
import { generateBooks } from "../../src/features/books/fixtures/generate-books.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { buildProduct } from "../../scripts/build.ts";
import { dataSubjects } from "./http/data-subjects.ts";
import { startLimit, startRendering, storeResponse } from "./http/limit.ts";
import { measure, type Measured } from "./http/measure.ts";
import { pageSubjects } from "./http/page-subjects.ts";
import { table } from "./http/table.ts";
import { machine } from "./lists/machine.ts";
import { type Product, startPostgres, startProduct } from "./lists/product.ts";

const bookCount = 1_000;
const options = { seconds: { type: "string", default: "3" }, only: { type: "string", default: "" } } as const;
const { values } = parseArgs({ options });

const steps = createSteps();
await buildProduct(steps);
const postgres = await startPostgres();
try {
  steps.begin("Starting the server");
  const authSecret = randomBytes(32).toString("base64url");
  // Logging is a part of the cost.
  const env = { LOG_LEVEL: "info", AUTH_SECRET: authSecret };
  const fill = ({ pool }: Product["database"]) => generateBooks({ pool }, bookCount);
  const product = await startProduct(postgres, fill, env, { stdout: "ignore" });
  try {
    const measured = await measureAll(product, authSecret);
    const { memoryBytes } = await product.usage();
    console.log(`\n${machine()}; ${bookCount.toLocaleString("en")} books.\n\n${table(measured)}\n`);
    console.log(
      `Memory: ${megabytes(product.idleUsage.memoryBytes)} after the start, ${megabytes(memoryBytes)} at the end.`,
    );
  } finally {
    await product.stop();
  }
} finally {
  await postgres.stop();
}

async function measureAll(product: Product, authSecret: string): Promise<Measured[]> {
  const all = [...(await dataSubjects(product)), ...(await pageSubjects(product))];
  const subjects = all.filter(({ name }) => name.includes(values.only));
  const fromMemory = subjects.filter(({ limit }) => limit === "from memory");
  const stored = await Promise.all(fromMemory.map(({ connect }) => storeResponse(product.url, connect()())));
  const limit = await startLimit({ connection: product.connection, authSecret, stored });
  const rendering = await startRendering({
    DATABASE_URL: databaseUrl(product.connection),
    AUTH_SECRET: authSecret,
    ...product.data,
  });
  const limits = { "by hand": limit, "from memory": limit, rendering };
  try {
    const measured: Measured[] = [];
    for (const subject of subjects) {
      steps.begin(subject.name);
      measured.push(await measure(product, limits, subject, Number(values.seconds)));
    }
    return measured;
  } finally {
    limit.stop();
    rendering.stop();
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
