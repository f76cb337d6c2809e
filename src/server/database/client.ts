import pg from "pg";
import type { Log } from "#server/log.ts";
import { startStatement } from "#server/telemetry/tracing.ts";

/** A statement that takes longer is logged. */
const defaultSlowMs = 1_000;
const maxLoggedLength = 200;

type Query = (statement: unknown, ...rest: unknown[]) => unknown;
type Named = { name?: string; text?: string };

/**
 * A client of PostgreSQL that logs slow statements: their name, or else the beginning of their text, but no values.
 * @param o.hasNames if false, statements are sent without their names: each time, the database parses and plans them
 */
export function clientWith({
  hasNames,
  log,
  slowMs = defaultSlowMs,
}: {
  hasNames: boolean;
  log?: Pick<Log, "warn">;
  slowMs?: number;
}): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query: Query = (...sent) => (super.query as Query).apply(this, sent);
      const timedQuery: Query = (statement, ...rest) => {
        const startedAt = performance.now();
        const span = startStatement(() => describe(statement)); // optional: telemetry
        const end = () => {
          span?.end(); // optional: telemetry
          const ms = Math.round(performance.now() - startedAt);
          if (ms > slowMs) log?.warn({ statement: describe(statement), ms }, "A statement was slow");
        };
        const sent = hasNames || !isNamed(statement) ? statement : { ...statement, name: undefined };
        const callback = rest.at(-1);
        if (typeof callback === "function")
          return query(sent, ...rest.slice(0, -1), (error: unknown, result: unknown) => {
            if (error) span?.fail(); // optional: telemetry
            end();
            callback(error, result);
          });
        const result = query(sent, ...rest);
        if (result instanceof Promise) {
          if (span) result.catch(() => span.fail()); // optional: telemetry
          result.then(end, end);
        }
        return result;
      };
      this.query = timedQuery as typeof this.query;
    }
  };
}

function isNamed(statement: unknown): statement is Named {
  return (
    typeof statement === "object" && statement !== null && "name" in statement && Boolean(statement.name)
  );
}

function describe(statement: unknown): string {
  const { name, text } = typeof statement === "string" ? { text: statement } : (statement as Named);
  return name ?? text?.replaceAll(/\s+/g, " ").trim().slice(0, maxLoggedLength) ?? "";
}
