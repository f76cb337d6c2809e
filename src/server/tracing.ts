import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/** Does nothing until `startTracing`. */
const tracer = trace.getTracer("server");

/** How long `stop` waits for the collector. */
const stopTimeoutMs = 2_000;

/**
 * Sends traces of requests, operations and statements to an OpenTelemetry collector, until `stop`. Its packages are loaded
 * only here.
 * @param o.endpoint OTEL_EXPORTER_OTLP_ENDPOINT: the collector's URL, without /v1/traces
 */
export async function startTracing({
  endpoint,
  service,
}: {
  endpoint: string;
  service: string;
}): Promise<{ stop(): Promise<void> }> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return {
    async stop() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

/**
 * Does something in a span of the current trace, or of a new one.
 * @param o.parent the traceparent header of a proxy that has begun the trace (W3C Trace Context)
 */
export function withSpan<Result>(
  { name, attributes, parent }: { name: string; attributes?: Attributes; parent?: string | undefined },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const within = parent ? propagation.extract(context.active(), { traceparent: parent }) : context.active();
  return tracer.startActiveSpan(name, { ...(attributes && { attributes }) }, within, async (span) => {
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

/**
 * Starts a span for a statement within a trace; undefined outside of one.
 * @returns ends it
 */
export function startStatement(name: () => string): ((hasFailed: boolean) => void) | undefined {
  if (!trace.getActiveSpan()?.isRecording()) return undefined;
  const attributes = { "db.system.name": "postgresql" };
  const span = tracer.startSpan(name(), { kind: SpanKind.CLIENT, attributes });
  return (hasFailed) => {
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}

/** Makes a function run in the trace in which it was created, although another one calls it. */
export function inCurrentTrace<Callback extends (...o: never[]) => unknown>(callback: Callback): Callback {
  return context.bind(context.active(), callback);
}
