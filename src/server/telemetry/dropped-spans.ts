import type { SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-node";

/** How many spans wait for the collector; more are dropped. */
export const maxWaitingSpans = 2_048;

/**
 * Counts the spans that never reach the collector, which OpenTelemetry drops without a word.
 * @returns `exporter` for the batches, and `processor`, which comes before them
 */
export function countDroppedSpans(exporter: SpanExporter): {
  processor: SpanProcessor;
  exporter: SpanExporter;
  droppedSpans(): number;
  /** "ok", or "failing: " and why. */
  health(): string;
} {
  let waiting = 0;
  let dropped = 0;
  let isFailing = false;
  return {
    processor: {
      onStart: () => undefined,
      onEnd() {
        if (waiting < maxWaitingSpans) waiting += 1;
        else dropped += 1;
      },
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
    },
    exporter: {
      export(spans, done) {
        waiting -= spans.length;
        exporter.export(spans, (result) => {
          isFailing = result.error !== undefined;
          if (isFailing) dropped += spans.length;
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    },
    droppedSpans: () => dropped,
    health: () => (isFailing ? `failing: the collector can't be used, ${dropped} spans were dropped` : "ok"),
  };
}
