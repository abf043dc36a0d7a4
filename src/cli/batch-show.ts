import { findFollowedJob } from '../store/batch/follow.ts';
import { describeJob, fetchArchive, followJob, hintAtShow, tellFailures } from './batch-follow.ts';
import { checkTarget } from './save-archive.ts';
import { answer, CommandError, withSession } from './session.ts';

export interface ShowOptions {
  readonly job: string;
  readonly watch?: boolean;
  readonly out?: string;
}

/**
 * `batch show`.
 *
 * @throws CommandError
 */
export async function showBatch(
  { job: jobId, watch = false, out }: ShowOptions,
  globals: { readonly json?: boolean },
): Promise<void> {
  if (out !== undefined) await checkTarget(out);
  // The file it came from is not known any more, only the order of its rows.
  const nameRow = (index: number): string => `row ${index + 1} of those submitted`;
  await withSession(async (session) => {
    const job = await findFollowedJob(session.db, jobId);
    if (job === null) throw new CommandError(`There is no batch job ${jobId}.`);
    if (watch) {
      await followJob(session, { jobId, out, nameRow }, globals);
      return;
    }
    if (out !== undefined && job.status !== 'COMPLETED') {
      throw new CommandError(`The job is ${job.status}, and has no archive; --watch waits for it.`);
    }
    const errors = await tellFailures(session.db, jobId, nameRow);
    const file = out === undefined ? null : await fetchArchive(session, job, out);
    const isActive = job.status === 'PENDING' || job.status === 'PROCESSING';
    const hint = isActive ? [await hintAtShow(session.db, jobId)] : [];
    answer(globals, { ...describeJob(job), errors, file: file?.file ?? null }, [
      `job        ${jobId}`,
      `template   ${job.templateName}`,
      `status     ${job.status}`,
      `rows       ${job.totalItems}`,
      `completed  ${job.completedItems}`,
      `failed     ${job.failedItems}`,
      ...(file === null ? hint : [`archive    ${file.file}, ${file.bytes} bytes`]),
    ]);
  });
}
