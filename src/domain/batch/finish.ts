import { DamagedFileError, isWhole, type FileContent } from '../../storage/checksums.ts';
import { MissingFileError, type Storage } from '../../storage/storage.ts';
import { writeArchive, type ArchiveEntry } from '../../storage/write-archive.ts';
import { endBatchJob, type BatchEnd } from '../../store/batch/end-job.ts';
import {
  beginFinish,
  listRenderedRows,
  noteFinishFault,
  reopenRows,
  type FinishAttempt,
  type RenderedRow,
} from '../../store/batch/finish.ts';
import { beginJob } from '../../store/batch/work.ts';
import type { Database } from '../../store/database.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import { archiveKey, rowFileKey } from './files.ts';
import { patiently, PoolLostError, TaskReturnedError, TaskSupersededError, type TaskCall } from './task.ts';
import { clearEndedJob } from './tidy.ts';

/** What the end of the work on a job needs. */
export interface FinishParts {
  readonly db: Database;
  readonly storage: Storage;
  /** How long archives are kept after the end of their jobs. */
  readonly resultRetentionMs: number;
  /** When each attempt of a callback is due, after the end of its job. */
  readonly callbackOffsetsMs: readonly number[];
}

/** Attempts at storing an archive. */
const mostFaults = 5;

/** So many processes may end over an archive. */
const mostAttempts = 20;

/** Rows read at a time while the archive is written. */
const rowsAtOnce = 200;

type Attempt = Extract<FinishAttempt, { readonly kind: 'attempt' }>;

/**
 * Ends a job whose rows all have an outcome: COMPLETED with its archive, FAILED where no row succeeded or, with everything given
 * back, where the archive cannot be stored. Rows whose files storage has lost are handed out once more instead.
 *
 * @throws as `workRows`; what storage throws, for another attempt later.
 */
export async function finishBatch(
  parts: FinishParts,
  { jobId }: { readonly jobId: string },
  call: TaskCall,
): Promise<void> {
  const attempt = await patiently(call, () => beginFinish(parts.db, { jobId, poolId: call.poolId }));
  if (attempt.kind === 'superseded') throw new PoolLostError();
  if (attempt.kind === 'ended') return;
  const { traceparent: parent } = attempt;
  const attributes = { 'platen.job_id': jobId, 'platen.attempt': attempt.attempt };
  const end = await inSpan('batch archive', { kind: 'consumer', parent, attributes }, () =>
    makeEnd(parts, jobId, attempt, call),
  );
  if (end === null) return;
  const [callbackOffsetMs] = parts.callbackOffsetsMs;
  const hasEnded = await patiently(call, () => endBatchJob(parts.db, jobId, end, { callbackOffsetMs }));
  const archive = end.status === 'COMPLETED' ? end.archive.key : null;
  if (hasEnded) {
    call.log.info({ jobId, status: end.status }, 'batch job ended');
    await clear(call, () => clearEndedJob(parts, { jobId, archiveKey: archive }));
    return;
  }
  // If the job has ended, it may have been here, and the answer to that was lost: the archive stays, as it may be the job's.
  const job = await patiently(call, () => beginJob(parts.db, jobId));
  if (job !== null) throw new TaskSupersededError();
}

/** How the job ends; null where rows have to be rendered again before. */
async function makeEnd(
  parts: FinishParts,
  jobId: string,
  attempt: Attempt,
  call: TaskCall,
): Promise<BatchEnd | null> {
  if (attempt.completedItems === 0) return { status: 'FAILED', keepCompleted: true };
  const givenUp = { status: 'FAILED', keepCompleted: false } as const;
  if (attempt.faults >= mostFaults || attempt.attempt > mostAttempts) return givenUp;
  const key = archiveKey(jobId, attempt.attempt);
  const rows = new RenderedRows(parts.db, jobId, attempt, call);
  try {
    const { bytes } = await writeArchive(parts.storage, key, rows.entries(), {
      compress: attempt.format === 'pdf',
    });
    const { resultRetentionMs: retentionMs } = parts;
    return { status: 'COMPLETED', archive: { key, bytes, retentionMs, attempt: attempt.attempt } };
  } catch (error) {
    // What the rows' source has thrown says nothing of storage.
    if (rows.problem !== null) throw rows.problem;
    const isOfFile = error instanceof MissingFileError || error instanceof DamagedFileError;
    if (isOfFile && (await reopenLost(parts, jobId, attempt, call))) return null;
    const faults = await patiently(call, () =>
      noteFinishFault(parts.db, { jobId, attempt: attempt.attempt }),
    );
    call.log.warn({ err: error, jobId, faults }, 'the archive of a batch job could not be stored');
    if (faults === null) throw new TaskSupersededError();
    if (faults >= mostFaults) return givenUp;
    throw error;
  }
}

/** Hands out the rows whose files are lost, or damaged. False where each has its file, after all. */
async function reopenLost(
  { db, storage }: FinishParts,
  jobId: string,
  { attempt }: Attempt,
  call: TaskCall,
): Promise<boolean> {
  const rendered = await patiently(call, () => listRenderedRows(db, { jobId, from: 0, limit: null }));
  const lost: RenderedRow[] = [];
  for (const row of rendered) {
    const key = rowFileKey(jobId, row.rowIndex, row.attempt);
    const content = contentOf(row);
    const isThere = await patiently(call, async () =>
      content === null ? (await storage.sizeBytes(key)) === row.bytes : await isWhole(storage, key, content),
    );
    if (!isThere) lost.push(row);
  }
  if (lost.length === 0) return false;
  if (!(await patiently(call, () => reopenRows(db, { jobId, attempt, rows: lost }))))
    throw new TaskSupersededError();
  call.log.warn({ jobId, rows: lost.length }, 'files of rows are lost; the rows are rendered again');
  return true;
}

/** A job's rendered rows, as they go into the archive. */
class RenderedRows {
  /** Why they ended early. */
  problem: Error | null = null;
  readonly #db: Database;
  readonly #jobId: string;
  readonly #modifiedAt: Date;
  readonly #call: TaskCall;

  constructor(db: Database, jobId: string, { createdAt }: Attempt, call: TaskCall) {
    this.#db = db;
    this.#jobId = jobId;
    this.#modifiedAt = createdAt;
    this.#call = call;
  }

  async *entries(): AsyncGenerator<ArchiveEntry> {
    try {
      for (let from = 0; ;) {
        const page = { jobId: this.#jobId, from, limit: rowsAtOnce };
        const rows = await patiently(this.#call, () => listRenderedRows(this.#db, page));
        for (const row of rows) {
          const { rowIndex, attempt, filename } = row;
          if (this.#call.lost.aborted) throw new TaskSupersededError();
          if (this.#call.stopping.aborted) throw new TaskReturnedError();
          const key = rowFileKey(this.#jobId, rowIndex, attempt);
          yield { name: filename, key, modifiedAt: this.#modifiedAt, content: contentOf(row) };
          from = rowIndex + 1;
        }
        if (rows.length < rowsAtOnce) return;
      }
    } catch (error) {
      this.problem = error instanceof Error ? error : new Error(String(error));
      throw this.problem;
    }
  }
}

function contentOf({ bytes, crc32 }: RenderedRow): FileContent | null {
  return crc32 === null ? null : { bytes, crc32 };
}

/** What stays is for the sweep. */
async function clear({ log }: TaskCall, act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    log.warn({ err: error }, 'files of a batch job that has ended stay until the next sweep');
  });
}
