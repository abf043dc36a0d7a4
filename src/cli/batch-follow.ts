/**
 * What is told of a batch job at its end, and how its archive is fetched.
 */
import { safeName } from '../domain/attachment.ts';
import { hasBatchWorkers, listFailedRows, type FollowedJob } from '../store/batch/follow.ts';
import type { Database } from '../store/database.ts';
import { SILENT_MS } from '../store/instances.ts';
import { waitForEnd } from './batch-wait.ts';
import { checkTarget, saveArchive } from './save-archive.ts';
import { answer, CommandError, type Session } from './session.ts';

export interface Following {
  readonly jobId: string;
  /** Where the archive goes; undefined: into the current folder, named after template and job. */
  readonly out: string | undefined;
  /** How the caller knows a row of the submission, from 0. */
  readonly nameRow: (index: number) => string;
}

interface RowFailure {
  readonly itemIndex: number;
  readonly error: string;
}

/**
 * Shows how far a job is until it ends; fetches its archive then, and answers. Where no process is at work on batches, this one
 * is until the end. Ctrl-C stops the waiting, not the job.
 *
 * @throws CommandError where nothing was made.
 */
export async function followJob(
  session: Session,
  following: Following,
  globals: { readonly json?: boolean },
): Promise<void> {
  const { jobId, out, nameRow } = following;
  const { job, isInterrupted } = await waitForEnd(session, jobId);
  if (isInterrupted) {
    process.exitCode = 130;
    process.stderr.write(`${await hintAtShow(session.db, jobId)}\n`);
    if (globals.json === true) answer(globals, { ...describeJob(job), errors: [], file: null }, []);
    return;
  }
  const errors = await tellFailures(session.db, jobId, nameRow);
  if (job.status !== 'COMPLETED') {
    process.exitCode = 1;
    answer(globals, { ...describeJob(job), errors, file: null }, [
      `${whyNoArchive(job)}: there is no archive. What was not rendered has been given back.`,
    ]);
    return;
  }
  const { file, bytes } = await fetchArchive(session, job, out);
  answer(globals, { ...describeJob(job), errors, file }, [
    `${file}: ${job.completedItems} ${job.completedItems === 1 ? 'file' : 'files'}, ${bytes} bytes`,
  ]);
}

function whyNoArchive({ status, totalItems, completedItems, failedItems }: FollowedJob): string {
  if (status === 'CANCELLED') return 'It was cancelled';
  if (failedItems === totalItems) return 'It failed, since no row could be rendered';
  return completedItems + failedItems < totalItems
    ? 'It failed, since it took longer than BATCH_TIMEOUT'
    : 'It failed, since its archive could not be stored in time';
}

/** What `--json` tells of a job. */
export function describeJob({ jobId, status, totalItems, completedItems, failedItems }: FollowedJob): object {
  return { jobId, status, totalItems, completedItems, failedItems };
}

/** Lists the rows that failed on standard error, and returns them. */
export async function tellFailures(
  db: Database,
  jobId: string,
  nameRow: (index: number) => string,
): Promise<readonly RowFailure[]> {
  const failures = await listFailedRows(db, jobId);
  for (const { itemIndex, error } of failures) {
    process.stderr.write(`${nameRow(itemIndex)} failed: ${error}\n`);
  }
  return failures;
}

/** Copies the archive of a completed job. */
export async function fetchArchive(
  { storage }: Session,
  { jobId, templateName, archiveKey }: FollowedJob,
  out: string | undefined,
): Promise<{ readonly file: string; readonly bytes: number }> {
  if (archiveKey === null) throw new CommandError('The archive has expired, and is not kept any more.');
  const file = out ?? `${safeName(templateName)}-${jobId.slice(0, 8)}.zip`;
  if (out === undefined) await checkTarget(file);
  return { file, bytes: await saveArchive(storage, archiveKey, file) };
}

/** How a job that is under way is seen again, and what it needs to go on. */
export async function hintAtShow(db: Database, jobId: string): Promise<string> {
  const command = `npm run -s platen -- batch show --job ${jobId} --watch`;
  return (await hasBatchWorkers(db, { silentMs: SILENT_MS }))
    ? `The job goes on. To see how far it is, and to fetch its archive: ${command}`
    : `The job goes on once "serve" or "worker" runs, or with: ${command}`;
}
