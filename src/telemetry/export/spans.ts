/**
 * Spans as OpenTelemetry has them, sent to a collector in the background.
 */
import {
  context,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Span as OpenSpan,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { stageEnded } from '../signals.ts';
import { setTracer, type Span, type SpanOptions, type Tracer } from '../tracing.ts';

export interface TraceSettings {
  /** Of the collector, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Of a process among those of the service. */
  readonly instanceId: string;
  /** Of the traces that begin here; those that come with a request are as their beginner wanted. */
  readonly sampledShare: number;
}

export interface Tracing {
  /** Sends what is left. */
  close(): Promise<void>;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** A collector that is away must not keep a process from ending. */
const flushMs = 3_000;

/** Begins to make spans of the service's work, and to send them. */
export function startTracing(settings: TraceSettings): Tracing {
  const { endpoint, serviceName, instanceId, sampledShare } = settings;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': instanceId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spans = provider.getTracer('platen');

  const tracer: Tracer = {
    inSpan(name, options, work) {
      const within = contextOf(options);
      const span = spans.startSpan(
        name,
        { kind: kinds[options.kind ?? 'internal'], attributes: { ...options.attributes } },
        within,
      );
      return context.with(trace.setSpan(within, span), () => endWith(span, work));
    },
    traceparent() {
      const active = trace.getSpanContext(context.active());
      if (active === undefined) return null;
      const flags = (active.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
      return `00-${active.traceId}-${active.spanId}-${flags}`;
    },
  };
  // A stage is told by the work that it was part of, once it is over.
  const ignoreStages = stageEnded.listen(({ stage, format, startedAt, durationMs }) => {
    const startTime = performance.timeOrigin + startedAt;
    spans
      .startSpan(stage, { startTime, attributes: { 'platen.format': format } }, context.active())
      .end(startTime + durationMs);
  });
  setTracer(tracer);
  return {
    async close() {
      setTracer(null);
      ignoreStages();
      context.disable();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, flushMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** What a span belongs to. A parent that is no `traceparent` counts as none. */
function contextOf({ parent }: SpanOptions): Context {
  const active = context.active();
  if (parent === undefined) return active;
  const remote = parent === null ? null : parseTraceParent(parent);
  return remote === null
    ? trace.deleteSpan(active)
    : trace.setSpanContext(active, { ...remote, isRemote: true });
}

async function endWith<Result>(span: OpenSpan, work: (span: Span) => Promise<Result>): Promise<Result> {
  const fail = (): void => void span.setStatus({ code: SpanStatusCode.ERROR });
  try {
    return await work({
      traceId: span.spanContext().traceId,
      note({ name, attributes, isFailure = false }) {
        if (name !== undefined) span.updateName(name);
        if (attributes !== undefined) span.setAttributes({ ...attributes });
        if (isFailure) fail();
      },
    });
  } catch (error) {
    // Its message may quote what a caller sent.
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    fail();
    throw error;
  } finally {
    span.end();
  }
}
