/**
 * Loaded into a server with `--import`: counts the statements that it sends to its database, and returns the count on a
 * local port.
 */
import { createServer } from "node:http";
import pg from "pg";

let statements = 0;

const query = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
  statements += 1;
  return query.apply(this, args);
});

createServer((_, res) => res.end(String(statements)))
  .listen(Number(process.env.FLYLEAF_STATEMENTS_PORT), "127.0.0.1")
  .unref();
