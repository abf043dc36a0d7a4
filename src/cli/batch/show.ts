import { findJobProgress } from '../../store/batches/jobs.ts';
import { describeJob, fetchArchive, followJob, nextStepHint, printFailedRows } from './follow.ts';
import { readRowNames } from './row-names.ts';
import { printWarnings } from './warnings.ts';
import { checkTarget } from './save-archive.ts';
import { printResult, CommandError, withContext } from '../command-context.ts';

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
  await withContext(async (context) => {
    const job = await findJobProgress(context.db, jobId);
    if (job === null) throw new CommandError(`There is no batch job ${jobId}.`);
    const names = await readRowNames(context.db, jobId);
    if (watch) {
      await followJob(context, { jobId, out, names }, globals);
      return;
    }
    if (out !== undefined && job.status !== 'COMPLETED') {
      throw new CommandError(`The job is ${job.status}, and has no archive yet; --watch waits for it.`);
    }
    const errors = await printFailedRows(context.db, jobId, names);
    const warnings = await printWarnings(context.db, jobId, names);
    const file = out === undefined ? null : await fetchArchive(context, job, out);
    const isActive = job.status === 'PENDING' || job.status === 'PROCESSING';
    const hint = isActive ? [await nextStepHint(context.db, job)] : [];
    printResult(globals, { ...describeJob(job), errors, warnings, file: file?.file ?? null }, [
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
