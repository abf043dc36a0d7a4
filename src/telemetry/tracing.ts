/**
 * Spans. Without a tracer, which is configured, `inSpan` is a plain function call.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  /**
   * A W3C `traceparent` to continue; null starts a trace; left out, the span is a child of the current one.
   */
  readonly parent?: string | null | undefined;
  readonly attributes?: SpanAttributes;
}

/** A span in progress. */
export interface Span {
  readonly traceId: string;
  /** Changes the name, adds attributes, marks a failure. */
  update(facts: {
    readonly name?: string;
    readonly attributes?: SpanAttributes;
    readonly isFailure?: boolean;
  }): void;
}

export interface Tracer {
  /** Runs work in a span. The span fails if the work throws. */
  inSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** The `traceparent` of the current span, or null. */
  traceparent(): string | null;
}

let tracer: Tracer | null = null;

/** Sets the tracer of all new spans; null: no spans. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Runs work in a span. Without a tracer, `span` is null. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  return tracer === null ? work(null) : tracer.inSpan(name, options, work);
}

/** The `traceparent` of the current span, to be continued elsewhere. Null without a span or tracer. */
export function currentTraceparent(): string | null {
  return tracer?.traceparent() ?? null;
}
