import type { CallOptions, PlatenApi } from './api.ts';
import { accepted } from './error.ts';
import { readQuota, type Quota } from './headers.ts';
import type { components } from './openapi.ts';

/** A template, rows of values, and where to send word of the end. */
export type BatchSubmission = components['schemas']['BatchSubmission'];

export interface SubmitOptions extends CallOptions {
  /**
   * Names this submission, so that it can be repeated without a second job and a second charge. Unless given, each call
   * has one of its own; give one that you have stored to be able to repeat after a restart of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A job that was accepted. */
export interface SubmittedBatch extends Readonly<components['schemas']['BatchAccepted']> {
  readonly idempotencyKey: string;
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
    quota: readQuota(response.headers),
    requestId: response.headers.get('X-Request-Id'),
  };
}

/** 128 random bits. (`crypto.randomUUID` is missing on pages that are not served over https.) */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
