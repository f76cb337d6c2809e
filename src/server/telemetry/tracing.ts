import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { HttpContext } from "#server/http/http-context.ts";
import { countDroppedSpans, maxWaitingSpans } from "./dropped-spans.ts";

/** Does nothing until `startTracing`. */
const tracer = trace.getTracer("server");

let isTracing = false;

/** How long `stop` waits for the collector. */
const stopTimeoutMs = 2_000;

export type Tracing = {
  /** How many spans were dropped. */
  droppedSpans(): number;
  /** "ok", or "failing: " and why. */
  health(): string;
  stop(): Promise<void>;
};

type Collector = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: its URL, without /v1/traces. */
  endpoint: string;
  /** The product's name there. */
  service: string;
};

/** Sends traces of requests, operations and statements to an OpenTelemetry collector, until `stop`. */
export async function startTracing(collector: Collector): Promise<Tracing> {
  const { provider, droppedSpans, health } = await createTracer(collector);
  provider.register();
  isTracing = true;
  return {
    droppedSpans,
    health,
    async stop() {
      isTracing = false;
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

/** OpenTelemetry, whose packages are loaded only here. @param timeoutMs of a request to the collector, with its retries */
export async function createTracer({ endpoint, service }: Collector, timeoutMs = 10_000) {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const { processor, exporter, ...counts } = countDroppedSpans(
    new OTLPTraceExporter({ url, timeoutMillis: timeoutMs }),
  );
  const batches = new BatchSpanProcessor(exporter, { maxQueueSize: maxWaitingSpans });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [processor, batches],
  });
  return { provider, ...counts };
}

/**
 * Calls a request's handler in a span, which continues the trace in its traceparent header: only a trusted proxy's requests have
 * one (W3C Trace Context).
 * @returns undefined, without a call, if there are no traces
 */
export function traceRequest(
  { req, path, info }: HttpContext,
  call: () => Promise<Response>,
): Promise<Response> | undefined {
  if (!isTracing) return undefined;
  const attributes = { "url.path": path, "request.id": info.requestId };
  const { traceparent } = req.headers;
  const within = propagation.extract(context.active(), { traceparent });
  return withSpan({ name: req.method ?? "", attributes, within }, async (span) => {
    const response = await call();
    span.setAttribute("http.response.status_code", response.status);
    return response;
  });
}

/** Does something in a span of the current trace, or of a new one. */
export function withSpan<Result>(
  {
    name,
    attributes = {},
    within = context.active(),
  }: { name: string; attributes?: Attributes; within?: Context },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, within, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Names the current span, for example a request's by its operation. */
export function nameSpan(name: string): void {
  trace.getActiveSpan()?.updateName(name);
}

/** Starts a span for a statement within a trace; undefined outside of one. */
export function startStatement(name: () => string): { fail(): void; end(): void } | undefined {
  if (!trace.getActiveSpan()?.isRecording()) return undefined;
  const attributes = { "db.system.name": "postgresql" };
  const span = tracer.startSpan(name(), { kind: SpanKind.CLIENT, attributes });
  return {
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}
