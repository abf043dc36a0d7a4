import { crc32 } from 'node:zlib';
import type { Plans } from '../../config/plans.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  forgiveAttempts,
  recordRows,
  unclaimRows,
  type FinishedAttempt,
  type Recording,
  type RowOutcome,
} from '../../store/batches/row-outcomes.ts';
import { claimRows, type Claim, type ClaimedRow, type RowsToClaim } from '../../store/batches/rows.ts';
import { replaceTask } from '../../store/batches/tasks.ts';
import type { Database } from '../../store/database.ts';
import { emitRowEvents } from '../../store/webhooks/row-events.ts';
import { rowsRecorded } from '../../telemetry/events.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import type { TemplateCache } from '../templates/discovery.ts';
import { readActiveJob, type ActiveJob, type RowRange } from './active-job.ts';
import { renderFileKey, rowFileKey } from '../files/batch-files.ts';
import { BatchEndedError, UnfetchedImageError } from './shared-images.ts';
import { sizeOfFile } from './row-sizes.ts';
import { renderRow, type RowParts } from './render-row.ts';
import { retryStep, PoolLostError, TaskReturnedError, TaskSupersededError, type TaskCall } from './task.ts';

export interface WorkParts extends RowParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly templates: TemplateCache;
  readonly plans: Plans;
}

/** After this many attempts that a crash or a bug has ended, the row fails: it is probably the cause. */
const maxLostAttempts = 8;

/** Rows that together take about this long to render are claimed and recorded as one group. */
const groupMs = 200;
const maxGroupRows = 10;

/** The quantum of round robin: after this time, what is left of a range waits behind the tasks of others. */
const sliceMs = 1_000;

/**
 * Renders the rows of a range that have no outcome, in sequence, and records their outcomes in groups.
 * Returns once every row has an outcome, the job has ended, or another task continues: after a slice of time,
 * or when images have to be fetched first.
 *
 * @throws TaskReturnedError between two rows if the worker stops; TaskSupersededError if another worker has
 *   taken over; errors of the database and of storage that last longer than the retries.
 */
export async function workRows(parts: WorkParts, rows: RowRange, call: TaskCall): Promise<void> {
  const { db } = parts;
  const job = await retryStep(call, () => readActiveJob(parts, rows.jobId));
  if (job === null) return;
  try {
    const left = await workSlice(parts, job, rows, call);
    if (left === null) return;
    await retryStep(call, () => unclaimRows(db, job.id, left));
    await retryStep(call, () => replaceTask(db, call.task, { task: 'render_rows', payload: rows }));
  } catch (error) {
    if (!(error instanceof UnfetchedImageError)) throw error;
    await retryStep(call, () => replaceTask(db, call.task, { task: 'fetch_images', payload: rows }));
  }
}

/** Renders groups of rows for a slice of time. Returns the claimed rows that are left, or null. */
async function workSlice(
  parts: WorkParts,
  job: ActiveJob,
  rows: RowRange,
  call: TaskCall,
): Promise<readonly ClaimedRow[] | null> {
  const startedAt = performance.now();
  const groupSize = new GroupSize();
  let next: Claim | null = null;
  do {
    if (next?.kind === 'rows' && performance.now() - startedAt >= sliceMs) return next.rows;
    next = await retryStep(call, async () => {
      const claim: Claim | null = next;
      // If this step failed, its rows may be recorded already. The retry claims again.
      next = null;
      return await workGroup(parts, job, claim, { ...rows, poolId: call.poolId }, groupSize, call);
    });
  } while (next !== null);
  return null;
}

/** Rows per group. Large groups save statements; small ones lose less in a crash. */
class GroupSize {
  rows = 1;

  /** Adapts to the measured time of the last group. */
  adapt(rows: number, ms: number): void {
    this.rows = Math.max(1, Math.min(maxGroupRows, Math.floor((groupMs * rows) / ms)));
  }
}

/**
 * Renders one group of rows and records it.
 *
 * @param claimed the group, if it is claimed already
 * @returns the claim on the next group; null if there is nothing more to do.
 */
async function workGroup(
  parts: WorkParts,
  job: ActiveJob,
  claimed: Claim | null,
  rows: Omit<RowsToClaim, 'limit'>,
  groupSize: GroupSize,
  call: TaskCall,
): Promise<Claim | null> {
  if (claimed === null && call.stopping.aborted) throw new TaskReturnedError();
  const claim = claimed ?? (await claimRows(parts.db, { ...rows, limit: groupSize.rows }));
  if (claim.kind === 'superseded') throw new PoolLostError();
  if (claim.kind !== 'rows') return null;
  const finished: FinishedRow[] = [];
  let started = 0;
  try {
    const start = performance.now();
    for (const row of claim.rows) {
      if (call.stopping.aborted) throw new TaskReturnedError();
      started += 1;
      finished.push(await finishRow(parts, job, row, call));
    }
    groupSize.adapt(finished.length, performance.now() - start);
    return await record(parts, job, finished, { ...rows, limit: groupSize.rows }, call);
  } catch (error) {
    // Record the rows finished before the error. If recording fails too, they are rendered again.
    // `to: rows.from` is an empty range: it claims no further rows.
    if (finished.length > 0 && finished.length < claim.rows.length)
      await record(parts, job, finished, { ...rows, to: rows.from, limit: 1 }, call).catch(() => undefined);
    if (error instanceof BatchEndedError) return null;
    if (!(error instanceof TaskSupersededError))
      await returnRows(parts, job, { rows: claim.rows, started, error }).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns claimed rows that have no outcome. An attempt counts only if the row may have caused the failure.
 */
async function returnRows(
  { db }: WorkParts,
  { id }: ActiveJob,
  {
    rows,
    started,
    error,
  }: { readonly rows: readonly ClaimedRow[]; readonly started: number; readonly error: unknown },
): Promise<void> {
  await unclaimRows(db, id, rows.slice(started));
  if (!isBug(error)) await forgiveAttempts(db, id, rows.slice(0, started));
}

interface FinishedRow extends FinishedAttempt {
  /** The row's key in storage; there is a file only after success. */
  readonly file: string;
}

async function finishRow(
  parts: WorkParts,
  job: ActiveJob,
  row: ClaimedRow,
  call: TaskCall,
): Promise<FinishedRow> {
  const { rowIndex, attempt } = row;
  const file = job.isRender
    ? renderFileKey(job.id, attempt, job.format)
    : rowFileKey(job.id, rowIndex, attempt);
  const { traceparent: parent } = job;
  const attributes = { 'platen.job_id': job.id, 'platen.row': rowIndex, 'platen.attempt': attempt };
  const outcome = await inSpan('batch row', { kind: 'consumer', parent, attributes }, async (span) => {
    const ended = await renderFile(parts, job, row, file, call);
    if (ended.status === 'FAILED') span?.update({ isFailure: true });
    return ended;
  });
  return { rowIndex, attempt, outcome, file };
}

/**
 * Records a group and claims the next one. If the statement fails, the outcomes may be recorded, so the files
 * stay.
 *
 * @throws TaskSupersededError if there is a later attempt at one of the rows.
 */
async function record(
  { db, storage, plans }: WorkParts,
  job: ActiveJob,
  finished: readonly FinishedRow[],
  rows: RowsToClaim,
  { log }: TaskCall,
): Promise<Claim | null> {
  const recording =
    job.rowEventsPlan === null
      ? await recordRows(db, finished, rows)
      : await recordWithEvents(db, job, finished, rows, plans[job.rowEventsPlan].rowEventsPerDay);
  const unrecorded = finished.filter(
    ({ rowIndex }) => recording.kind === 'ended' || !recording.rowIndexes.has(rowIndex),
  );
  const isFailed = ({ outcome }: FinishedRow) => outcome.status === 'FAILED';
  const recorded = finished.filter((row) => !unrecorded.includes(row));
  const failed = recorded.filter(isFailed).length;
  rowsRecorded.record({ completed: recorded.length - failed, failed });
  for (const { file } of unrecorded) {
    await storage.delete(file).catch((error: unknown) => {
      log.warn({ err: error, file }, 'a file of an unrecorded row stays until the next sweep');
    });
  }
  if (recording.kind === 'ended') return null;
  if (unrecorded.length > 0) throw new TaskSupersededError();
  return recording.next;
}

/** Records a group together with the events of its rows. */
async function recordWithEvents(
  db: Database,
  { id: jobId, workspaceId }: ActiveJob,
  finished: readonly FinishedRow[],
  rows: RowsToClaim,
  maxPerDay: number,
): Promise<Recording> {
  return await db.transaction(async (transaction) => {
    const recording = await recordRows(transaction, finished, rows);
    if (recording.kind === 'recorded') {
      const rowIndexes = [...recording.rowIndexes];
      await emitRowEvents(transaction, { workspaceId, jobId, rowIndexes, maxPerDay });
    }
    return recording;
  });
}

async function renderFile(
  parts: WorkParts,
  job: ActiveJob,
  { rowIndex, countedAttempts, variables }: ClaimedRow,
  key: string,
  { lost, log }: TaskCall,
): Promise<RowOutcome> {
  if (countedAttempts > maxLostAttempts) {
    return {
      status: 'FAILED',
      error: `The row was given up after it had been started ${maxLostAttempts} times.`,
    };
  }
  const { version } = job;
  if (version === null) {
    return {
      status: 'FAILED',
      error: 'The version of the template that the batch was submitted with is gone.',
    };
  }
  const rendering = await renderRow(parts, {
    job: { ...job, version, options: inSize(job, rowIndex) },
    variables,
    signal: lost,
    log: log.child({ jobId: job.id, rowIndex }),
  });
  if (!rendering.ok) return { status: 'FAILED', error: rendering.error };
  const { data, warnings, pages } = rendering;
  // The file of a single render is its result. That of a row is checked when the archive is written.
  if (job.isRender) await parts.storage.write(key, data);
  else await parts.storage.writeUnsynced(key, data);
  const written = { status: 'SUCCESS', bytes: data.byteLength, crc32: crc32(data), pages } as const;
  return warnings === undefined ? written : { ...written, warnings };
}

/** The options of one file: a job with sizes has a file for each row and size. */
function inSize({ options, sizes }: ActiveJob, rowIndex: number): ActiveJob['options'] {
  return sizes === null ? options : { ...options, size: sizeOfFile(sizes, rowIndex) };
}

/** A row may trigger a bug of this program. It does not cause errors of the database or of storage. */
function isBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
