import { submitJob, type SubmissionBody } from '../../test/helpers/batch.ts';
import type { Studio, StudioUser } from '../../test/helpers/studio.ts';

/** Submits a batch with a key, however many were submitted in this second. Returns the job's id. */
export async function addJob(
  { service, db }: Studio,
  user: StudioUser,
  body: SubmissionBody,
): Promise<string> {
  await db('rate_limits').delete();
  return await submitJob(service, user, body);
}
