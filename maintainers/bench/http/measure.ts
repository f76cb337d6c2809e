import type { Product } from "../lists/product.ts";
import type { Usage } from "../lists/report-usage.ts";
import type { Limit } from "./limit.ts";
import { load } from "./load.ts";
import type { LimitKind, Subject } from "./subject.ts";

/** Rounds are short and many, because other programs' load on the machine comes and goes. */
const roundSeconds = 0.2;
/** Until V8 has optimized what runs: that takes longer for the product, which has more code than its limit. */
const warmUpSeconds = 4;

/** The numbers of connections. */
const connectionCounts = [1, 32] as const;
type Connections = (typeof connectionCounts)[number];

/** Medians of the rounds. CPU time in milliseconds for each request. */
type Rates = { requestsPerSecond: number; cpuMs: number; statements: number };

/** `ratio` is the median of the rounds' ratios, so that a change of the machine's load between rounds doesn't count. */
export type Measured = {
  subject: Subject;
  product: Record<Connections, Rates>;
  limit: Record<Connections, Rates>;
  ratio: Record<Connections, number>;
};

type Side = { url: URL; usage: () => Promise<Usage> };

/**
 * Measures a request on the product and on its limit in turn.
 * @param seconds in all, for each of them and each number of connections
 */
export async function measure(
  product: Product,
  limits: Record<LimitKind, Limit>,
  subject: Subject,
  seconds: number,
): Promise<Measured> {
  const own: Side = { url: new URL(product.url), usage: product.usage };
  const sides = { product: own, limit: limits[subject.limit] };
  const rates = { product: emptyRates(), limit: emptyRates() };
  for (const { url } of Object.values(sides))
    await load(url, subject, { connections: 32, seconds: warmUpSeconds });
  const rounds = Math.max(3, Math.round(seconds / roundSeconds));
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of connectionCounts) {
      for (const [name, side] of Object.entries(sides) as [keyof typeof rates, Side][])
        rates[name][connections].push(
          await measureRound(side, subject, { connections, seconds: roundSeconds }),
        );
    }
  }
  const ratioAt = (connections: Connections) =>
    median(
      rates.product[connections].map(
        ({ requestsPerSecond }, round) =>
          requestsPerSecond / (rates.limit[connections][round]?.requestsPerSecond ?? Infinity),
      ),
    );
  return {
    subject,
    product: medians(rates.product),
    limit: medians(rates.limit),
    ratio: { 1: ratioAt(1), 32: ratioAt(32) },
  };
}

async function measureRound(
  { url, usage }: Side,
  subject: Subject,
  o: { connections: number; seconds: number },
): Promise<Rates> {
  const before = await usage();
  const { responses, seconds } = await load(url, subject, o);
  const after = await usage();
  return {
    requestsPerSecond: responses / seconds,
    cpuMs: (after.cpuMs - before.cpuMs) / responses,
    statements: (after.statements - before.statements) / responses,
  };
}

const emptyRates = (): Record<Connections, Rates[]> => ({ 1: [], 32: [] });

function medians(rates: Record<Connections, Rates[]>): Record<Connections, Rates> {
  const of = (connections: Connections, name: keyof Rates) =>
    median(rates[connections].map((rate) => rate[name]));
  const at = (connections: Connections): Rates => ({
    requestsPerSecond: of(connections, "requestsPerSecond"),
    cpuMs: of(connections, "cpuMs"),
    statements: of(connections, "statements"),
  });
  return { 1: at(1), 32: at(32) };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
