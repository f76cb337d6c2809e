/**
 * Loaded into a server with `--import`: counts the statements that it sends to its database, and returns the count, its CPU
 * time and its memory on a local port.
 */
import { createServer } from "node:http";
import pg from "pg";

/** CPU time in milliseconds, memory (RSS) in bytes. */
export type Usage = { statements: number; cpuMs: number; memoryBytes: number };

let statements = 0;

const query = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
  statements += 1;
  return query.apply(this, args);
});

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { statements, cpuMs: (user + system) / 1_000, memoryBytes: process.memoryUsage.rss() };
}

createServer((_, res) => res.end(JSON.stringify(usage())))
  .listen(Number(process.env.FLYLEAF_USAGE_PORT), "127.0.0.1")
  .unref();
