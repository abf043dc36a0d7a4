import { crc32 } from 'node:zlib';
import type { Storage } from '../../storage/storage.ts';
import { forgiveAttempt, recordRow, type RowOutcome } from '../../store/batch/record.ts';
import { beginJob, claimRow, type Claim, type ClaimedRow, type RowsToClaim } from '../../store/batch/work.ts';
import type { Database } from '../../store/database.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import type { TemplateCache } from '../template-cache.ts';
import type { RenderTarget } from '../render-template.ts';
import { rowFileKey } from './files.ts';
import { BatchOverError } from './images.ts';
import { renderRow, type RowParts } from './render-row.ts';
import { patiently, PoolLostError, TaskReturnedError, TaskSupersededError, type TaskCall } from './task.ts';

/** What the work on rows needs. */
export interface WorkParts extends RowParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly templates: TemplateCache;
}

/** Some rows of a job: `from` up to, but not including, `to`. */
export interface SomeRows {
  readonly jobId: string;
  readonly from: number;
  readonly to: number;
}

/** So many processes may end over a row; it is given up then, since it is likely why. */
const mostTries = 8;

type JobInWork = RenderTarget & {
  readonly id: string;
  /** Null where it is gone, for good. */
  readonly version: TemplateVersion | null;
  readonly traceparent: string | null;
};

/**
 * Renders those of some rows that have no outcome, one after the other, and records each. Returns once all have one, or the job
 * has ended.
 *
 * @throws TaskReturnedError between two rows where the worker stops, TaskSupersededError where another worker has taken over,
 * and what the database and storage throw for longer than it is worth waiting.
 */
export async function workRows(parts: WorkParts, rows: SomeRows, call: TaskCall): Promise<void> {
  const job = await patiently(call, () => readJob(parts, rows.jobId));
  if (job === null) return;
  let claim: Claim | null = null;
  do {
    claim = await patiently(call, async () => {
      const given: Claim | null = claim;
      // A try that fails may have recorded its row, and begun the next one: the database knows.
      claim = null;
      return await workRow(parts, job, given, { ...rows, poolId: call.poolId }, call);
    });
  } while (claim !== null);
}

async function readJob({ db, templates }: WorkParts, jobId: string): Promise<JobInWork | null> {
  const job = await beginJob(db, jobId);
  if (job === null) return null;
  return { ...job, version: job.versionId === null ? null : await templates.read(job.versionId) };
}

/**
 * Renders a row that has no outcome.
 *
 * @param given the row, where it has been claimed
 * @returns the next one, claimed; null where there is nothing more to do.
 */
async function workRow(
  parts: WorkParts,
  job: JobInWork,
  given: Claim | null,
  rows: RowsToClaim,
  call: TaskCall,
): Promise<Claim | null> {
  if (given === null && call.stopping.aborted) throw new TaskReturnedError();
  const claim = given ?? (await claimRow(parts.db, rows));
  if (claim.kind === 'superseded') throw new PoolLostError();
  if (claim.kind !== 'row') return null;
  try {
    return await renderClaimed(parts, job, claim.row, rows, call);
  } catch (error) {
    if (error instanceof BatchOverError) return null;
    if (isForgivable(error)) await forgiveAttempt(parts.db, claim.row).catch(() => undefined);
    throw error;
  }
}

async function renderClaimed(
  parts: WorkParts,
  job: JobInWork,
  row: ClaimedRow,
  rows: RowsToClaim,
  call: TaskCall,
): Promise<Claim | null> {
  const file = rowFileKey(row.jobId, row.rowIndex, row.attempt);
  const { traceparent: parent } = job;
  const attributes = {
    'platen.job_id': row.jobId,
    'platen.row': row.rowIndex,
    'platen.attempt': row.attempt,
  };
  const outcome = await inSpan('batch row', { kind: 'consumer', parent, attributes }, async (span) => {
    const made = await makeFile(parts, job, row, file, call);
    if (made.status === 'FAILED') span?.note({ isFailure: true });
    return made;
  });
  // A failure in here leaves the file: the outcome may have been recorded all the same.
  const isLastOne = call.stopping.aborted;
  const { recording, next } = await recordRow(
    parts.db,
    row,
    outcome,
    isLastOne ? { ...rows, to: rows.from } : rows,
  );
  if (recording === 'recorded' && isLastOne) throw new TaskReturnedError();
  if (recording === 'recorded') return next;
  await parts.storage.delete(file).catch((error: unknown) => {
    call.log.warn({ err: error, file }, 'a file that nothing refers to stays until a sweep');
  });
  if (recording === 'superseded') throw new TaskSupersededError();
  return null;
}

async function makeFile(
  parts: WorkParts,
  job: JobInWork,
  { rowIndex, tries, variables }: ClaimedRow,
  key: string,
  { lost, log }: TaskCall,
): Promise<RowOutcome> {
  if (tries > mostTries) {
    return { status: 'FAILED', error: `The row was given up after it had been begun ${mostTries} times.` };
  }
  const { version } = job;
  if (version === null) {
    return {
      status: 'FAILED',
      error: 'The version of the template that the batch was submitted with is gone.',
    };
  }
  const rendering = await renderRow(parts, {
    job: { ...job, version },
    variables,
    receive: () => parts.storage.receive(key),
    signal: lost,
    log: log.child({ jobId: job.id, rowIndex }),
  });
  if (!rendering.ok) return { status: 'FAILED', error: rendering.error };
  const { data, written } = rendering;
  if (written !== null) {
    await written.file.keep();
    return { status: 'SUCCESS', bytes: written.bytes, crc32: written.crc32 };
  }
  const { bytes } = await parts.storage.write(key, data);
  return { status: 'SUCCESS', bytes, crc32: crc32(data) };
}

/** The database, storage and the end of a process are not the row's fault; a fault of this program may be. */
function isForgivable(error: unknown): boolean {
  if (error instanceof TaskSupersededError) return false;
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError);
}
