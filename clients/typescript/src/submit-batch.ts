import type { CallOptions, PlatenApi } from './api.ts';
import { accepted } from './error.ts';
import { readQuota, type Quota } from './headers.ts';
import type { components } from './openapi.ts';

/** A template, rows of values and, optionally, a callback URL. */
export type BatchSubmission = components['schemas']['BatchSubmission'];

export interface SubmitOptions extends CallOptions {
  /**
   * Identifies this submission: a repetition creates no second job and no second charge. Default: a new key
   * for each call. To repeat a submission after a restart of your program, give a key that you have stored.
   */
  readonly idempotencyKey?: string | undefined;
}

/** An accepted job. */
export interface SubmittedBatch extends Readonly<components['schemas']['BatchAccepted']> {
  readonly idempotencyKey: string;
  /** The job is the one of an earlier submission with this key, whose rows may be others. */
  readonly isReplayed: boolean;
  readonly quota: Quota | null;
  readonly requestId: string | null;
}

/** Submits a batch. Costs one render for each row. */
export async function submitBatch(
  api: PlatenApi,
  submission: BatchSubmission,
  { idempotencyKey = makeKey(), signal }: SubmitOptions = {},
): Promise<SubmittedBatch> {
  const { data, response } = await accepted(
    api.POST('/api/v1/batch-jobs', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: submission,
      signal: signal ?? null,
    }),
  );
  return {
    ...data,
    idempotencyKey,
    isReplayed: response.headers.get('Idempotent-Replayed') === 'true',
    quota: readQuota(response.headers),
    requestId: response.headers.get('X-Request-Id'),
  };
}

/** A template, its values, the output options and, optionally, a callback URL and metadata. */
export interface BackgroundRenderRequest extends Readonly<components['schemas']['RenderSubmission']> {
  readonly templateId: string;
}

/** An accepted render. */
export interface SubmittedRender extends Readonly<components['schemas']['RenderAccepted']> {
  readonly idempotencyKey: string;
  /** The render is that of an equal earlier request with this key. */
  readonly isReplayed: boolean;
  readonly quota: Quota | null;
  readonly requestId: string | null;
}

/** Submits a render in the background. Costs one render, which is refunded unless there is a file. */
export async function submitRender(
  api: PlatenApi,
  { templateId, ...submission }: BackgroundRenderRequest,
  { idempotencyKey = makeKey(), signal }: SubmitOptions = {},
): Promise<SubmittedRender> {
  const { data, response } = await accepted(
    api.POST('/api/v1/templates/{templateId}/renders', {
      params: { path: { templateId }, header: { 'Idempotency-Key': idempotencyKey } },
      body: submission,
      signal: signal ?? null,
    }),
  );
  return {
    ...data,
    idempotencyKey,
    isReplayed: response.headers.get('Idempotent-Replayed') === 'true',
    quota: readQuota(response.headers),
    requestId: response.headers.get('X-Request-Id'),
  };
}

/** 128 random bits. Pages that are not served over https have no `crypto.randomUUID`. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
