import pg from "pg";
import { currentRequest } from "#server/current-request.ts";
import type { Log } from "#server/log.ts";
import { startStatement } from "#server/telemetry/tracing.ts";

/** A statement that takes longer is logged. */
const defaultSlowMs = 1_000;
const maxLoggedLength = 200;

type Query = (statement: unknown, ...rest: unknown[]) => unknown;
type Named = { name?: string; text?: string };

/**
 * A client of PostgreSQL that logs slow statements: their name, or else the beginning of their text, but no values, and the request
 * for which they are sent.
 * @param o.hasNames if false, statements are sent without their names: each time, the database parses and plans them
 * @param o.onError called for each statement that fails, with its error and how long it took
 */
export function clientWith({
  hasNames,
  log,
  onError = () => undefined,
  slowMs = defaultSlowMs,
}: {
  hasNames: boolean;
  log?: Pick<Log, "warn">;
  onError?: (error: unknown, ms: number) => void;
  slowMs?: number;
}): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query: Query = (...sent) => (super.query as Query).apply(this, sent);
      const timedQuery: Query = (statement, ...rest) => {
        const startedAt = performance.now();
        const request = currentRequest();
        const span = startStatement(() => describe(statement)); // optional: telemetry
        let code: string | undefined;
        const fail = (error: unknown) => {
          span?.fail(); // optional: telemetry
          code = (error as { code?: string }).code;
          onError(error, performance.now() - startedAt);
        };
        const end = () => {
          span?.end(); // optional: telemetry
          const ms = Math.round(performance.now() - startedAt);
          if (ms <= slowMs) return;
          // The number that begins PostgreSQL's own lines of this connection.
          const { processID: backend } = this as { processID?: number };
          const details = { statement: describe(statement), ms, backend, ...(code && { code }) };
          log?.warn({ ...request, ...details }, "A statement was slow");
        };
        const sent = hasNames || !isNamed(statement) ? statement : { ...statement, name: undefined };
        const callback = rest.at(-1);
        if (typeof callback === "function")
          return query(sent, ...rest.slice(0, -1), (error: unknown, result: unknown) => {
            if (error) fail(error);
            end();
            callback(error, result);
          });
        const result = query(sent, ...rest);
        if (result instanceof Promise) result.catch(fail).then(end, end);
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
