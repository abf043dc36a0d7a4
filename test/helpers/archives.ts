/**
 * Jobs that have ended with an archive in storage, without a renderer.
 */
import { archiveKey } from '../../src/domain/batch/files.ts';
import { endBatchJob } from '../../src/store/batch/end-job.ts';
import { plainBatch, recordOutcomes, submitJob } from './batch.ts';
import type { Tenant, TestService } from './http.ts';

/** A job of one row that COMPLETED with these bytes as its archive. Returns its id. */
export async function addArchive(
  service: TestService,
  tenant: Tenant,
  templateId: string,
  content: Uint8Array,
  { retentionMs = 30 * 86_400_000 }: { readonly retentionMs?: number | undefined } = {},
): Promise<string> {
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 1));
  await recordOutcomes(service.db, jobId, { succeeded: [0] });
  const key = archiveKey(jobId, 0);
  const { bytes } = await service.app.storage.write(key, content);
  const archive = { key, bytes, retentionMs, attempt: 0 };
  if (!(await endBatchJob(service.db, jobId, { status: 'COMPLETED', archive }))) {
    throw new Error('The job had ended already.');
  }
  return jobId;
}
