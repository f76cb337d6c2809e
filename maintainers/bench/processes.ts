/**
 * Measures how many more pages two processes of the built product answer than one, on the same database, which 32 connections
 * request from one or from both in turn.
 *
 *   npm run bench -- processes
 */
import { randomBytes } from "node:crypto";
import { startServer } from "../../testing/e2e/support/server.ts";
import { generateBooks } from "../../src/features/books/fixtures/generate-books.ts";
import { databaseUrl } from "../../src/server/database/connection.ts";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { load } from "./http/load.ts";
import { pageSubjects } from "./http/page-subjects.ts";
import type { Subject } from "./http/subject.ts";
import { machine } from "./lists/machine.ts";
import { type Product, startPostgres, startProduct } from "./lists/product.ts";

const bookCount = 1_000;
const connections = 32;
const rounds = 15;
const roundSeconds = 0.5;
/** Until V8 has optimized the page. */
const warmUpSeconds = 4;

const steps = createSteps();
await buildProduct(steps);
const postgres = await startPostgres();
try {
  steps.begin("Starting two processes");
  const env = { AUTH_SECRET: randomBytes(32).toString("base64url"), LOG_LEVEL: "info" };
  const product = await startProduct(postgres, ({ pool }) => generateBooks({ pool }, bookCount), env, {
    stdout: "ignore",
  });
  try {
    const second = await startServer(
      { ...env, DATABASE_URL: databaseUrl(product.connection), ...product.data },
      { stdout: "ignore" },
    );
    const urls = [new URL(product.url), new URL(second.url)];
    try {
      await measureAll(product, urls);
    } finally {
      await second.stop();
    }
  } finally {
    await product.stop();
  }
} finally {
  await postgres.stop();
}

async function measureAll(product: Product, urls: URL[]): Promise<void> {
  const rows: string[] = [];
  for (const subject of await pageSubjects(product)) {
    if (subject.limit !== "rendering") continue;
    steps.begin(subject.name);
    rows.push(await measure(subject, urls));
  }
  steps.end();
  console.log(
    `\n${machine()}; pages per second.\n\n| | one process | two | ratio |\n| --- | ---: | ---: | ---: |`,
  );
  console.log(`${rows.join("\n")}\n`);
}

async function measure(subject: Subject, urls: URL[]): Promise<string> {
  const pagesPerSecond = async (from: URL[], seconds: number) => {
    const o = { connections: connections / from.length, seconds };
    const loads = await Promise.all(from.map((url) => load(url, subject, o)));
    return loads.reduce((sum, each) => sum + each.responses / each.seconds, 0);
  };
  await pagesPerSecond(urls, 2 * warmUpSeconds);
  const measured: { one: number; two: number; ratio: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await pagesPerSecond(urls.slice(0, 1), roundSeconds);
    const two = await pagesPerSecond(urls, roundSeconds);
    measured.push({ one, two, ratio: two / one });
  }
  const median = (name: "one" | "two" | "ratio") =>
    measured.map((round) => round[name]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return `| ${subject.name} | ${Math.round(median("one"))} | ${Math.round(median("two"))} | ${median("ratio").toFixed(2)} |`;
}
