/**
 * OpenTelemetry spans, sent to a collector in the background.
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
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '../../async/timeout.ts';
import { stageEnded } from '../events.ts';
import { setTracer, type Span, type SpanOptions, type Tracer } from '../tracing.ts';

export interface TraceSettings {
  /** Base URL of the collector; `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Identifies this process. */
  readonly instanceId: string;
  /** Share of sampled traces, 0 to 1. A request with a traceparent decides itself. */
  readonly sampledShare: number;
  /** Headers of requests to the collector: `name=value`, separated by commas. */
  readonly headers: string;
}

export interface Tracing {
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** An unreachable collector must not block the end of the process. */
const flushTimeoutMs = 3_000;

/** Starts to create and send spans. */
export function startTracing(settings: TraceSettings): Tracing {
  const { endpoint, serviceName, instanceId, sampledShare, headers } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
  });
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
      const within = getContext(options);
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
  // Stages are recorded after their end, in the context of the render.
  const removeListener = stageEnded.listen(({ stage, format, startedAt, durationMs }) => {
    const startTime = performance.timeOrigin + startedAt;
    spans
      .startSpan(stage, { startTime, attributes: { 'platen.format': format } }, context.active())
      .end(startTime + durationMs);
  });
  setTracer(tracer);
  return {
    async close() {
      setTracer(null);
      removeListener();
      context.disable();
      await withTimeout(provider.shutdown(), flushTimeoutMs).catch(() => undefined);
    },
  };
}

/** The context of a new span. An invalid `parent` counts as null. */
function getContext({ parent }: SpanOptions): Context {
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
      update({ name, attributes, isFailure = false }) {
        if (name !== undefined) span.updateName(name);
        if (attributes !== undefined) span.setAttributes({ ...attributes });
        if (isFailure) fail();
      },
    });
  } catch (error) {
    // Not the message, which may quote the request.
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    fail();
    throw error;
  } finally {
    span.end();
  }
}
