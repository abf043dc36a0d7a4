import { submitBatch } from '../src/domain/batches/submit-job.ts';
import type { Handler } from './operation.ts';

export const submitBatchJob: Handler<'submitBatchJob'> = async (call, { submit: parts }) => {
  const { body, caller, header, signal } = call;
  const {
    template,
    rows,
    callbackUrl = null,
    includeWarnings = false,
    sheet = null,
    metadata,
    rowMetadata,
  } = body;
  const { templateId, format = 'png', options = {}, output = {}, sizes } = template;
  const { job, quota, rate, isReplayed } = await submitBatch(parts, {
    submission: {
      templateId,
      format,
      options,
      filenamePattern: output.filenamePattern ?? null,
      filenameCharacters: output.filenameCharacters ?? 'hyphen',
      rows,
      sizes,
      folders: output.folders,
      callbackUrl,
      includeWarnings,
      sheet,
      metadata,
      rowMetadata,
      idempotencyKey: header['Idempotency-Key'] ?? null,
      origin: 'API_KEY',
    },
    caller,
    signal,
  });
  return {
    status: 202,
    rate,
    headers: {
      'X-Quota-Limit': quota.limit,
      'X-Quota-Remaining': quota.remaining,
      'X-Quota-Reset': quota.resetsAt.toISOString(),
      ...(isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
    body: {
      jobId: job.jobId,
      status: job.status,
      totalItems: job.totalItems,
      createdAt: job.createdAt.toISOString(),
    },
  };
};
