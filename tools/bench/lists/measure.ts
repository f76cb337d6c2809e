import { Agent } from "node:http";
import { type Call, type Product, CanceledError } from "./product.ts";

/** A request to measure; `call` creates it for each repetition. */
export type Subject = { name: string; call: (turn: number) => Call | Promise<Call> };

/** Percentiles in milliseconds; infinite for canceled calls. */
export type Times = { p50: number; p99: number };

export type Measured = { statements: number; alone: Times; together: Times };

/** The number of connections, besides the measurement on one. */
export const connections = 16;

/** Enough repetitions for a 99th percentile. */
const seconds = 3;
const maxCalls = 1_000;
const minCalls = 100;
/** The limit for slow requests. */
const maxSeconds = 30;

export async function measure(product: Product, subject: Subject): Promise<Measured> {
  let turn = 0;
  const next = () => subject.call((turn += 1));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await product.send(await next(), agent);
    const statements = await countStatements(product, agent, next);
    const alone = await time(product, agent, next, 1);
    const together = await time(product, agent, next, connections);
    return { statements, alone, together };
  } finally {
    agent.destroy();
  }
}

/** The minimum of several counts, because the product's mail queue sends statements, too. */
async function countStatements(product: Product, agent: Agent, next: () => Call | Promise<Call>) {
  const counts: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const call = await next();
    const before = await product.statements();
    await product.send(call, agent);
    counts.push((await product.statements()) - before);
  }
  return Math.min(...counts);
}

async function time(product: Product, agent: Agent, next: () => Call | Promise<Call>, atOnce: number) {
  const taken: number[] = [];
  const began = performance.now();
  const isDone = () =>
    taken.length >= maxCalls ||
    performance.now() - began > (taken.length >= minCalls ? seconds : maxSeconds) * 1_000;
  const ask = async () => {
    while (!isDone()) {
      const call = await next();
      const startedAt = performance.now();
      const isCanceled = await product.send(call, agent).then(
        () => false,
        (error: unknown) => {
          if (error instanceof CanceledError) return true;
          throw error;
        },
      );
      taken.push(isCanceled ? Infinity : performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
