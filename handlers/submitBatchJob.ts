import { submitBatch } from '../src/domain/batch/submit.ts';
import type { Handler } from './operation.ts';

export const submitBatchJob: Handler<'submitBatchJob'> = async (call, { submit: parts }) => {
  const { body, caller, header, submissionRate: rate, signal } = call;
  const { template, rows, callbackUrl = null } = body;
  const { templateId, format = 'png', options = {}, output = {} } = template;
  const { job, quota } = await submitBatch(parts, {
    submission: {
      templateId,
      format,
      options,
      filenamePattern: output.filenamePattern ?? null,
      rows,
      callbackUrl,
      idempotencyKey: header['Idempotency-Key'] ?? null,
      origin: 'API_KEY',
    },
    caller,
    rate,
    signal,
  });
  return {
    status: 202,
    headers: {
      'X-Quota-Limit': quota.limit,
      'X-Quota-Remaining': quota.remaining,
      'X-Quota-Reset': quota.resetsAt.toISOString(),
    },
    body: {
      jobId: job.jobId,
      status: job.status,
      totalItems: job.totalItems,
      createdAt: job.createdAt.toISOString(),
    },
  };
};
