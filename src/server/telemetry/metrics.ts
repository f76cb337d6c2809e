import { createHash, timingSafeEqual } from "node:crypto";
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from "prom-client";
import { type HttpContext, responseStatus } from "#server/http/http-context.ts";

/** What is measured for /metrics, which exists only with METRICS_TOKEN. */
export type Metrics = {
  /** Counts a request when its response ends, by the operation that it names until then. */
  measure(request: Pick<HttpContext, "info" | "path" | "res">): void;
  /** Adds a value that is read with each response. One that can't be read is left out. */
  addGauge(value: Value): void;
  /** As `addGauge`, for a number of events since the process started: `_total` is added to its name. */
  addCounter(value: Value): void;
  /** Whether an Authorization header has the token. */
  isAuthorized(authorization: string | undefined): boolean;
  /** All values, in the format of OpenMetrics. */
  write(): Promise<{ text: string; contentType: string }>;
};

/** @param read the value, or values by label */
type Value = { name: string; help: string; label?: string; read: () => Reading | Promise<Reading> };
type Reading = number | Record<string, number>;

/** The measurements of this process, for Prometheus and others that read its format (docs/deploy.md). */
export function createMetrics(token: string): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took, by operation and status",
    labelNames: ["operation", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const expected = hash(`Bearer ${token}`);

  function addValue(Kind: typeof Gauge | typeof Counter, { name, help, label, read }: Value) {
    const metric: Gauge | Counter = new Kind({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        metric.reset();
        if (!label) metric.remove(); // Otherwise it would be 0.
        const reading = await (async () => await read())().catch(() => ({}));
        if (typeof reading === "number") metric.inc(reading);
        else if (label)
          for (const [value, number] of Object.entries(reading)) metric.inc({ [label]: value }, number);
      },
    });
  }

  return {
    measure(request) {
      const startedAt = performance.now();
      let operation: string | undefined;
      request.info.nameOperation = (name) => (operation = name);
      request.res.on("close", () =>
        requests.observe(
          { operation: operation ?? kindOf(request.path), status: responseStatus(request.res) },
          (performance.now() - startedAt) / 1_000,
        ),
      );
    },
    addGauge: (value) => addValue(Gauge, value),
    addCounter: (value) => addValue(Counter, value),
    isAuthorized: (authorization = "") => timingSafeEqual(hash(authorization), expected),
    write: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

/** What a request without a named operation is for, by its path, of which clients can make up any number. */
function kindOf(path: string): string {
  if (/^\/(?:assets|files)\//.test(path)) return "file";
  if (/^\/(?:up|ready|metrics)$/.test(path)) return "health";
  return path.startsWith("/api/") ? "api" : "page";
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
