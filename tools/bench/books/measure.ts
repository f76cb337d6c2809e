import { Agent } from "node:http";
import { type Call, type Product, Stopped } from "./product.ts";

/** Something to measure: a call for each time it is done. */
export type Subject = { name: string; call: (turn: number) => Call | Promise<Call> };

/** Milliseconds in the middle, and that 99 of 100 stay within; infinite where a call was stopped. */
export type Times = { p50: number; p99: number };

export type Measured = { statements: number; alone: Times; together: Times };

/** How many connections ask at once, beside one alone. */
export const connections = 16;

/** As many turns as fit, and no more than are needed to see one in a hundred. */
const seconds = 3;
const mostTurns = 1_000;
const leastTurns = 100;
/** However slow they are, in seconds. */
const mostSeconds = 30;

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

/** The fewest of several counts: the product works on its mail meanwhile. */
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
    taken.length >= mostTurns ||
    performance.now() - began > (taken.length >= leastTurns ? seconds : mostSeconds) * 1_000;
  const ask = async () => {
    while (!isDone()) {
      const call = await next();
      const asked = performance.now();
      const isStopped = await product.send(call, agent).then(
        () => false,
        (error: unknown) => {
          if (error instanceof Stopped) return true;
          throw error;
        },
      );
      taken.push(isStopped ? Infinity : performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
