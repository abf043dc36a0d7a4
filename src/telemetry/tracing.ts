/**
 * Spans around the work of the service. Until a tracer is there, which takes a setting, they are nothing but calls.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  /** A `traceparent` of W3C Trace Context, whose trace is continued. Left out, the work is part of what it is called in. */
  readonly parent?: string | null | undefined;
  readonly attributes?: SpanAttributes;
}

/** A piece of work under way. */
export interface Span {
  readonly traceId: string;
  /** Gives it another name and adds to what is known of it. */
  note(facts: {
    readonly name?: string;
    readonly attributes?: SpanAttributes;
    readonly isFailure?: boolean;
  }): void;
}

export interface Tracer {
  /** Does work in a span, which ends as a failure where the work throws. */
  inSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** The `traceparent` of the work that this is called in; null outside of any. */
  traceparent(): string | null;
}

let tracer: Tracer | null = null;

/** Has all spans from now on made by a tracer; null: none are made. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Does work in a span where there is a tracer, and just does it where there is none: `span` is null then. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  return tracer === null ? work(null) : tracer.inSpan(name, options, work);
}

/** The `traceparent` of the work that this is called in, to be continued elsewhere. Null where there is none, or no tracer. */
export function currentTraceparent(): string | null {
  return tracer?.traceparent() ?? null;
}
