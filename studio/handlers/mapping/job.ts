import type { components } from '../../../generated/studio.ts';
import type { JobDetails } from '../../../src/store/batches/job-details.ts';

/** A batch job in the app's contract's form. */
export function jobBody(job: JobDetails & { readonly processedItems: number }): components['schemas']['Job'] {
  const { createdAt, startedAt, completedAt, archiveExpiresAt, callback, attachments, ...rest } = job;
  return {
    ...rest,
    attachments: [...attachments],
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    archiveExpiresAt: archiveExpiresAt?.toISOString() ?? null,
    callback: callback === null ? null : callbackBody(callback),
  };
}

function callbackBody({
  callbackUrl: url,
  ...delivery
}: NonNullable<JobDetails['callback']>): components['schemas']['JobCallback'] {
  return { ...delivery, url };
}
