import { crc32 } from 'node:zlib';
import type { Storage } from '../../storage/storage.ts';
import {
  forgiveAttempts,
  recordRows,
  unclaimRows,
  type EndedAttempt,
  type RowOutcome,
} from '../../store/batch/record.ts';
import {
  beginJob,
  claimRows,
  type Claim,
  type ClaimedRow,
  type RowsToClaim,
} from '../../store/batch/work.ts';
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

/** Rows are claimed, and recorded, together as far as they take no longer than about this. */
const groupMs = 200;
const mostAtOnce = 10;

type JobInWork = RenderTarget & {
  readonly id: string;
  /** Null where it is gone, for good. */
  readonly version: TemplateVersion | null;
  readonly traceparent: string | null;
};

/**
 * Renders those of some rows that have no outcome, one after the other, and records them, a few at a time where they are quick. Returns
 * once all have one, or the job has ended.
 *
 * @throws TaskReturnedError between two rows where the worker stops, TaskSupersededError where another worker has taken over,
 * and what the database and storage throw for longer than it is worth waiting.
 */
export async function workRows(parts: WorkParts, rows: SomeRows, call: TaskCall): Promise<void> {
  const job = await patiently(call, () => readJob(parts, rows.jobId));
  if (job === null) return;
  const pace = new Pace();
  let claim: Claim | null = null;
  do {
    claim = await patiently(call, async () => {
      const given: Claim | null = claim;
      // A try that fails may have recorded its rows, and begun the next ones: the database knows.
      claim = null;
      return await workSome(parts, job, given, { ...rows, poolId: call.poolId }, pace, call);
    });
  } while (claim !== null);
}

/** How many rows are worth one claim and one record: a crash has to have them rendered again, and nobody sees them done before. */
class Pace {
  most = 1;

  /** Learns from rows that have been rendered. */
  note(rows: number, ms: number): void {
    this.most = Math.max(1, Math.min(mostAtOnce, Math.floor((groupMs * rows) / ms)));
  }
}

async function readJob({ db, templates }: WorkParts, jobId: string): Promise<JobInWork | null> {
  const job = await beginJob(db, jobId);
  if (job === null) return null;
  return { ...job, version: job.versionId === null ? null : await templates.read(job.versionId) };
}

/**
 * Renders some rows that have no outcome.
 *
 * @param given the rows, where they have been claimed
 * @returns the next ones, claimed; null where there is nothing more to do.
 */
async function workSome(
  parts: WorkParts,
  job: JobInWork,
  given: Claim | null,
  rows: Omit<RowsToClaim, 'most'>,
  pace: Pace,
  call: TaskCall,
): Promise<Claim | null> {
  if (given === null && call.stopping.aborted) throw new TaskReturnedError();
  const claim = given ?? (await claimRows(parts.db, { ...rows, most: pace.most }));
  if (claim.kind === 'superseded') throw new PoolLostError();
  if (claim.kind !== 'rows') return null;
  const made: MadeRow[] = [];
  let begun = 0;
  try {
    const start = performance.now();
    for (const row of claim.rows) {
      if (call.stopping.aborted) throw new TaskReturnedError();
      begun += 1;
      made.push(await makeRow(parts, job, row, call));
    }
    pace.note(made.length, performance.now() - start);
    return await record(parts, made, { ...rows, most: pace.most }, call);
  } catch (error) {
    // What was made before it is not lost for it. If this fails, too, the rows are rendered again.
    if (made.length > 0 && made.length < claim.rows.length)
      await record(parts, made, { ...rows, to: rows.from, most: 1 }, call).catch(() => undefined);
    if (error instanceof BatchOverError) return null;
    if (!(error instanceof TaskSupersededError))
      await giveBack(parts, job, { rows: claim.rows, begun, error }).catch(() => undefined);
    throw error;
  }
}

/** Gives back those of some claimed rows that have no outcome: whoever has them next is to know nothing of what was not their fault. */
async function giveBack(
  { db }: WorkParts,
  { id }: JobInWork,
  {
    rows,
    begun,
    error,
  }: { readonly rows: readonly ClaimedRow[]; readonly begun: number; readonly error: unknown },
): Promise<void> {
  await unclaimRows(db, id, rows.slice(begun));
  if (isForgivable(error)) await forgiveAttempts(db, id, rows.slice(0, begun));
}

/** An attempt that has ended, with what it has left in storage, if it was successful. */
interface MadeRow extends EndedAttempt {
  readonly file: string;
}

async function makeRow(parts: WorkParts, job: JobInWork, row: ClaimedRow, call: TaskCall): Promise<MadeRow> {
  const { rowIndex, attempt } = row;
  const file = rowFileKey(job.id, rowIndex, attempt);
  const { traceparent: parent } = job;
  const attributes = { 'platen.job_id': job.id, 'platen.row': rowIndex, 'platen.attempt': attempt };
  const outcome = await inSpan('batch row', { kind: 'consumer', parent, attributes }, async (span) => {
    const made = await makeFile(parts, job, row, file, call);
    if (made.status === 'FAILED') span?.note({ isFailure: true });
    return made;
  });
  return { rowIndex, attempt, outcome, file };
}

/**
 * Records rows, and claims the next ones. A failure in here leaves their files: the outcomes may have been recorded all the same.
 *
 * @throws TaskSupersededError where not all of them were the latest attempts at their rows.
 */
async function record(
  { db, storage }: WorkParts,
  made: readonly MadeRow[],
  rows: RowsToClaim,
  { log }: TaskCall,
): Promise<Claim | null> {
  const recording = await recordRows(db, made, rows);
  const unrecorded = made.filter(
    ({ rowIndex }) => recording.kind === 'ended' || !recording.rowIndexes.has(rowIndex),
  );
  for (const { file } of unrecorded) {
    await storage.delete(file).catch((error: unknown) => {
      log.warn({ err: error, file }, 'a file that nothing refers to stays until a sweep');
    });
  }
  if (recording.kind === 'ended') return null;
  if (unrecorded.length > 0) throw new TaskSupersededError();
  return recording.next;
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
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError);
}
