import { kindOfArchive } from '../../domain/files/batch-files.ts';
import { safeName } from '../../common/names/file-names.ts';
import type { JobProgress } from '../../store/batches/jobs.ts';
import { listFailedRows } from '../../store/batches/items.ts';
import type { Database } from '../../store/database.ts';
import { hasBatchWorkers, SILENT_MS } from '../../store/instances.ts';
import { callerPath } from '../caller-folder.ts';
import type { RowNames } from './row-names.ts';
import { waitForEnd } from './wait.ts';
import { printWarnings } from './warnings.ts';
import { checkTarget, saveArchive } from './save-archive.ts';
import { printResult, CommandError, type CommandContext } from '../command-context.ts';

export interface Following {
  readonly jobId: string;
  /** Target of the archive. Undefined: the current folder, with a name from template and job. */
  readonly out: string | undefined;
  readonly names: RowNames;
  /** What `--json` prints about the submission. */
  readonly submission?: object;
}

interface RowFailure {
  readonly itemIndex: number;
  /** In the file that the row comes from; null if it is not known. */
  readonly line: number | null;
  readonly error: string;
}

/**
 * Shows a job's progress until it ends, then fetches its archive and prints the result. If no process works
 * on batches, this one does until the end. Ctrl-C stops the waiting, not the job.
 *
 * @throws CommandError if the archive cannot be fetched.
 */
export async function followJob(
  context: CommandContext,
  following: Following,
  globals: { readonly json?: boolean },
): Promise<void> {
  const { jobId, out, names, submission } = following;
  const { job, isInterrupted } = await waitForEnd(context, jobId);
  if (isInterrupted) {
    process.exitCode = 130;
    process.stderr.write(`${await nextStepHint(context.db, job)}\n`);
    if (globals.json === true)
      printResult(globals, { ...describeJob(job), ...submission, errors: [], warnings: [], file: null }, []);
    return;
  }
  const errors = await printFailedRows(context.db, jobId, names);
  const warnings = await printWarnings(context.db, jobId, names);
  if (job.status !== 'COMPLETED') {
    process.exitCode = 1;
    printResult(globals, { ...describeJob(job), ...submission, errors, warnings, file: null }, [
      `${describeFailure(job)}: there is no archive. What was not rendered has been refunded.`,
    ]);
    return;
  }
  const { file, bytes } = await fetchArchive(context, job, out);
  printResult(globals, { ...describeJob(job), ...submission, errors, warnings, file }, [
    `${file}: ${describeContent(job)}, ${bytes} bytes`,
  ]);
}

/** What is in an archive, or on the sheets of a PDF. */
function describeContent({ completedItems, archiveKey }: JobProgress): string {
  const isOnSheets = archiveKey !== null && kindOfArchive(archiveKey) === 'pdf';
  const noun = isOnSheets ? 'row' : 'file';
  return `${completedItems} ${noun}${completedItems === 1 ? '' : 's'}${isOnSheets ? ' on sheets' : ''}`;
}

function describeFailure({ status, totalItems, completedItems, failedItems }: JobProgress): string {
  if (status === 'CANCELLED') return 'It was cancelled';
  if (failedItems === totalItems) return 'It failed, since no row could be rendered';
  return completedItems + failedItems < totalItems
    ? 'It failed, since it took longer than BATCH_TIMEOUT'
    : 'It failed, since its archive could not be stored in time';
}

/** A job as `--json` prints it. */
export function describeJob({ jobId, status, totalItems, completedItems, failedItems }: JobProgress): object {
  return { jobId, status, totalItems, completedItems, failedItems };
}

/** Prints the failed rows to standard error, and returns them. */
export async function printFailedRows(
  db: Database,
  jobId: string,
  { nameRow, lineOf }: RowNames,
): Promise<readonly RowFailure[]> {
  const failures = await listFailedRows(db, jobId);
  for (const { itemIndex, error } of failures) {
    process.stderr.write(`${nameRow(itemIndex)} failed: ${error}\n`);
  }
  return failures.map(({ itemIndex, error }) => ({ itemIndex, line: lineOf(itemIndex), error }));
}

/** Copies the archive of a completed job. */
export async function fetchArchive(
  { storage }: CommandContext,
  { jobId, templateName, archiveKey }: JobProgress,
  out: string | undefined,
): Promise<{ readonly file: string; readonly bytes: number }> {
  if (archiveKey === null) throw new CommandError('The archive has expired and was removed.');
  const file =
    out ?? callerPath(`${safeName(templateName)}-${jobId.slice(0, 8)}.${kindOfArchive(archiveKey)}`);
  if (out === undefined) await checkTarget(file);
  return { file, bytes: await saveArchive(storage, archiveKey, file) };
}

/** Says how to follow a job, and what it needs to continue. */
export async function nextStepHint(
  db: Database,
  { jobId, status }: Pick<JobProgress, 'jobId' | 'status'>,
): Promise<string> {
  const command = `npm run -s platen -- batch show --job ${jobId} --watch`;
  if (status !== 'PENDING' && status !== 'PROCESSING') return `The job is ${status}. To see it: ${command}`;
  return (await hasBatchWorkers(db, { silentMs: SILENT_MS }))
    ? `The job continues. To see its progress and to fetch its archive: ${command}`
    : `The job continues once "serve" or "worker" runs, or with: ${command}`;
}
