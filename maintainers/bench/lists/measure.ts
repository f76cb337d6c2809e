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

/** A request on one of the products that are compared. */
type Target = { product: Product; subject: Subject };

/**
 * Measures a request on several products. On one connection it is sent to each of them in turn, so that the machine's load is
 * the same for all.
 */
export async function measure(targets: Target[]): Promise<Measured[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections * targets.length });
  try {
    const senders = targets.map(({ product, subject }) => createSender(product, subject, agent));
    const statements: number[] = [];
    for (const sender of senders) {
      for (let warmUp = 0; warmUp < 20; warmUp += 1) await sender.send();
      statements.push(await countStatements(sender));
    }
    const alone = await timeInTurn(senders);
    const measured: Measured[] = [];
    for (const [index, sender] of senders.entries())
      measured.push({
        statements: statements[index] ?? 0,
        alone: alone[index] ?? { p50: 0, p99: 0 },
        together: await timeTogether(sender),
      });
    return measured;
  } finally {
    agent.destroy();
  }
}

type Sender = {
  /** Sends the request once. @returns its time in milliseconds; infinite if it was canceled */
  send: () => Promise<number>;
  /** The number of statements of one request. */
  statements: () => Promise<number>;
};

function createSender(product: Product, { call }: Subject, agent: Agent): Sender {
  let turn = 0;
  const next = async () => await call((turn += 1));
  return {
    async send() {
      const request = await next();
      const startedAt = performance.now();
      try {
        await product.send(request, agent);
        return performance.now() - startedAt;
      } catch (error) {
        if (error instanceof CanceledError) return Infinity;
        throw error;
      }
    },
    async statements() {
      const request = await next();
      const before = await product.usage();
      await product.send(request, agent);
      return (await product.usage()).statements - before.statements;
    },
  };
}

/** The minimum of several counts, because the product's mail queue sends statements, too. */
async function countStatements({ statements }: Sender): Promise<number> {
  const counts: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) counts.push(await statements());
  return Math.min(...counts);
}

async function timeInTurn(senders: Sender[]): Promise<Times[]> {
  const taken = senders.map((): number[] => []);
  const isDone = createLimit(senders.length);
  while (!isDone(taken[0]?.length ?? 0))
    for (const [index, { send }] of senders.entries()) taken[index]?.push(await send());
  return taken.map(percentiles);
}

async function timeTogether({ send }: Sender): Promise<Times> {
  const taken: number[] = [];
  const isDone = createLimit(1);
  const sendAll = async () => {
    while (!isDone(taken.length)) taken.push(await send());
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  return percentiles(taken);
}

/** Whether enough calls were made. @param products the number of products that share the time */
function createLimit(products: number): (calls: number) => boolean {
  const startedAt = performance.now();
  return (calls) =>
    calls >= maxCalls ||
    performance.now() - startedAt > (calls >= minCalls ? seconds : maxSeconds) * 1_000 * products;
}

function percentiles(taken: number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
