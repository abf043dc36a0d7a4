import { isVector } from '../../common/names/output-formats.ts';
import { isIntact, isLost, type FileContent } from '../../storage/checksums.ts';
import type { Storage } from '../../storage/storage.ts';
import { writeArchive } from '../../storage/write-archive.ts';
import { writeSheets, type SheetEntry } from './write-sheets.ts';
import { listRowLines } from '../../store/batches/items.ts';
import { finishBatchJob, type TerminalState } from '../../store/batches/terminal-states.ts';
import {
  countLabels,
  startFinish,
  listRenderedRows,
  recordFinishFault,
  reopenRows,
  type FinishAttempt,
  type RenderedRow,
} from '../../store/batches/finish-attempts.ts';
import { startJob } from '../../store/batches/rows.ts';
import type { Database } from '../../store/database.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import { archiveKey, renderFileKey, rowFileKey } from '../files/batch-files.ts';
import { retryStep, PoolLostError, TaskReturnedError, TaskSupersededError, type TaskCall } from './task.ts';
import { clearEndedJob } from './clean-up.ts';
import { WarningsCsv, warningsFileName } from './warnings-csv.ts';

export interface FinishParts {
  readonly db: Database;
  readonly storage: Storage;
  /** How long an archive is kept after its job has ended. */
  readonly resultRetentionMs: number;
  /** When each attempt of a callback is due, after its job has ended. */
  readonly callbackOffsetsMs: readonly number[];
}

/** Attempts at an archive that may fail because storage refuses it. */
const maxFaults = 5;

/** Attempts at an archive in all, with those that ended with their process. */
const maxAttempts = 20;

/** Rows per page while the archive is written. */
const pageRows = 200;

type Attempt = Extract<FinishAttempt, { readonly kind: 'attempt' }>;

/**
 * Ends a job whose rows all have an outcome. It becomes COMPLETED with its archive, a single render with the
 * file of its row; FAILED if no row succeeded; FAILED and fully refunded if the archive cannot be stored. If
 * storage has lost files of rows, those rows are rendered again instead.
 *
 * @throws as `workRows`; errors of storage, after which the queue makes another attempt.
 */
export async function finishBatch(
  parts: FinishParts,
  { jobId }: { readonly jobId: string },
  call: TaskCall,
): Promise<void> {
  const attempt = await retryStep(call, () => startFinish(parts.db, { jobId, poolId: call.poolId }));
  if (attempt.kind === 'superseded') throw new PoolLostError();
  if (attempt.kind === 'ended') return;
  const { traceparent: parent } = attempt;
  const attributes = { 'platen.job_id': jobId, 'platen.attempt': attempt.attempt };
  const end = await inSpan('batch archive', { kind: 'consumer', parent, attributes }, () =>
    decideEnd(parts, jobId, attempt, call),
  );
  if (end === null) return;
  const [callbackOffsetMs] = parts.callbackOffsetsMs;
  const hasEnded = await retryStep(call, () => finishBatchJob(parts.db, jobId, end, { callbackOffsetMs }));
  const archive = end.status === 'COMPLETED' ? end.archive.key : null;
  if (hasEnded) {
    call.log.info({ jobId, status: end.status }, 'batch job ended');
    await clearEndedJob(parts, { jobId, archiveKey: archive }).catch((error: unknown) => {
      call.log.warn({ err: error, jobId }, 'files of an ended batch job stay until the next sweep');
    });
    return;
  }
  // If the job has ended, an earlier call may have done it, its reply lost. The archive may be the job's, so
  // it stays.
  const job = await retryStep(call, () => startJob(parts.db, jobId));
  if (job !== null) throw new TaskSupersededError();
}

/** Writes the archive and decides how the job ends. Null if rows have to be rendered again first. */
async function decideEnd(
  parts: FinishParts,
  jobId: string,
  attempt: Attempt,
  call: TaskCall,
): Promise<TerminalState | null> {
  if (attempt.completedItems === 0) return { status: 'FAILED', keepCompleted: true };
  const givenUp = { status: 'FAILED', keepCompleted: false } as const;
  if (attempt.faults >= maxFaults || attempt.attempt > maxAttempts) return givenUp;
  if (attempt.isRender) return await endRender(parts, jobId, attempt, call);
  const { sheet, templateName: title, format } = attempt;
  const key = archiveKey(jobId, attempt.attempt, sheet === null ? 'zip' : 'pdf');
  const rows = new RenderedRows(parts.db, jobId, attempt, call);
  try {
    // Labels in ZPL are text.
    const compress = isVector(format) || format === 'zpl';
    const { bytes } =
      sheet === null
        ? await writeArchive(parts.storage, key, rows.entries(), { compress })
        : await writeSheets(parts.storage, key, rows.entries(), {
            grid: sheet,
            title,
            labels: await retryStep(call, () => countLabels(parts.db, jobId)),
          });
    const { resultRetentionMs: retentionMs } = parts;
    return { status: 'COMPLETED', archive: { key, bytes, retentionMs, attempt: attempt.attempt } };
  } catch (error) {
    // An error of the source of the rows is no fault of storage.
    if (rows.error !== null) throw rows.error;
    if (isLost(error) && (await reopenLost(parts, jobId, attempt, call))) return null;
    const faults = await retryStep(call, () =>
      recordFinishFault(parts.db, { jobId, attempt: attempt.attempt }),
    );
    call.log.warn({ err: error, jobId, faults }, 'the archive of a batch job could not be stored');
    if (faults === null) throw new TaskSupersededError();
    if (faults >= maxFaults) return givenUp;
    throw error;
  }
}

/** The result of a single render is the file of its row. Null if that is lost: it is rendered again. */
async function endRender(
  parts: FinishParts,
  jobId: string,
  attempt: Attempt,
  call: TaskCall,
): Promise<TerminalState | null> {
  if (await reopenLost(parts, jobId, attempt, call)) return null;
  const [row] = await retryStep(call, () => listRenderedRows(parts.db, { jobId, from: 0, limit: 1 }));
  if (row === undefined) throw new TaskSupersededError();
  const key = renderFileKey(jobId, row.attempt, attempt.format);
  const { resultRetentionMs: retentionMs } = parts;
  return { status: 'COMPLETED', archive: { key, bytes: row.bytes, retentionMs, attempt: attempt.attempt } };
}

/** Reopens the rows whose files are lost or damaged. False if every file is intact. */
async function reopenLost(
  { db, storage }: FinishParts,
  jobId: string,
  { attempt, isRender, format }: Attempt,
  call: TaskCall,
): Promise<boolean> {
  const rendered = await retryStep(call, () => listRenderedRows(db, { jobId, from: 0, limit: null }));
  const lost: RenderedRow[] = [];
  for (const row of rendered) {
    const key = isRender
      ? renderFileKey(jobId, row.attempt, format)
      : rowFileKey(jobId, row.rowIndex, row.attempt);
    const content = getContent(row);
    const hasFile = await retryStep(call, async () =>
      content === null ? (await storage.sizeBytes(key)) === row.bytes : await isIntact(storage, key, content),
    );
    if (!hasFile) lost.push(row);
  }
  if (lost.length === 0) return false;
  if (!(await retryStep(call, () => reopenRows(db, { jobId, attempt, rows: lost }))))
    throw new TaskSupersededError();
  call.log.warn(
    { jobId, rows: lost.length },
    'files of rows are lost or damaged; the rows are rendered again',
  );
  return true;
}

/** A job's rendered rows, as entries of the archive; the last entry lists their warnings, if wanted. */
class RenderedRows {
  /** The error that ended the entries early. */
  error: Error | null = null;
  readonly #db: Database;
  readonly #jobId: string;
  readonly #modifiedAt: Date;
  readonly #includeWarnings: boolean;
  readonly #call: TaskCall;

  constructor(db: Database, jobId: string, { createdAt, includeWarnings }: Attempt, call: TaskCall) {
    this.#db = db;
    this.#jobId = jobId;
    this.#modifiedAt = createdAt;
    this.#includeWarnings = includeWarnings;
    this.#call = call;
  }

  async *entries(): AsyncGenerator<SheetEntry> {
    const table = new WarningsCsv();
    const modifiedAt = this.#modifiedAt;
    try {
      const lines = this.#includeWarnings
        ? await retryStep(this.#call, () => listRowLines(this.#db, this.#jobId))
        : new Map<number, number>();
      for (let from = 0; ;) {
        const page = { jobId: this.#jobId, from, limit: pageRows };
        const rows = await retryStep(this.#call, () => listRenderedRows(this.#db, page));
        for (const row of rows) {
          const { rowIndex, attempt, filename, copies } = row;
          if (this.#call.lost.aborted) throw new TaskSupersededError();
          if (this.#call.stopping.aborted) throw new TaskReturnedError();
          const key = rowFileKey(this.#jobId, rowIndex, attempt);
          yield { name: filename, key, modifiedAt, content: getContent(row), copies };
          if (this.#includeWarnings) table.add({ ...row, line: lines.get(rowIndex) ?? null });
          from = rowIndex + 1;
        }
        if (rows.length < pageRows) break;
      }
      if (this.#includeWarnings)
        yield { name: warningsFileName, bytes: table.toBytes(), modifiedAt, copies: 1 };
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error));
      throw this.error;
    }
  }
}

function getContent({ bytes, crc32 }: RenderedRow): FileContent | null {
  return crc32 === null ? null : { bytes, crc32 };
}
