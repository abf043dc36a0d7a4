/** Idempotency keys of submissions: each belongs to the job that it was first used for. */
import type { SheetGrid } from '../../common/sheets/sheet-grid.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import type { BatchStatus } from './job-status.ts';

/** Submissions with one idempotency key are repetitions if all of this is equal. */
export interface Fingerprint {
  readonly templateId: string;
  readonly rowCount: number;
  readonly format: string;
  /** With defaults, and the sizes as they were given. */
  readonly options: object;
  readonly filenamePattern: string | null;
  /** Without a pattern, which is the only place where it matters: `hyphen`. */
  readonly filenameCharacters: 'hyphen' | 'latin' | 'unicode';
  /** With defaults; null: the archive has a file for each row. */
  readonly sheet: SheetGrid | null;
}

/** A job as a submission is answered with. */
export interface AcceptedJob {
  readonly jobId: string;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly createdAt: Date;
}

/** The job that an idempotency key was first used for. */
export interface OriginalJob extends AcceptedJob {
  /** Whether the fingerprints are equal. */
  readonly isSame: boolean;
}

/** The job of a workspace's idempotency key, or null. */
export async function findOriginal(
  db: Database,
  workspaceId: string,
  idempotencyKey: string,
  { templateId, rowCount, format, options, filenamePattern, filenameCharacters, sheet }: Fingerprint,
): Promise<OriginalJob | null> {
  const [original] = await queryRows<OriginalJob>(
    db,
    `select id as "jobId", status, total_items as "totalItems", created_at as "createdAt",
            template_id = :templateId
              and total_items = :rowCount * coalesce(jsonb_array_length(sizes), 1) and format = :format
              and options = cast(:options as jsonb)
              and filename_pattern is not distinct from cast(:filenamePattern as text)
              and filename_characters = :filenameCharacters
              and sheet is not distinct from cast(:sheet as jsonb) as "isSame"
     from batch_jobs where workspace_id = :workspaceId and idempotency_key = :idempotencyKey`,
    {
      workspaceId,
      idempotencyKey,
      templateId,
      rowCount,
      format,
      options: JSON.stringify(options),
      filenamePattern,
      filenameCharacters,
      sheet: sheet === null ? null : JSON.stringify(sheet),
    },
  );
  return original ?? null;
}

/** Whether a job of the workspace has this idempotency key. */
export async function isKeyUsed(db: Database, workspaceId: string, idempotencyKey: string): Promise<boolean> {
  const { isUsed } = await queryRow<{ isUsed: boolean }>(
    db,
    `select exists (
       select from batch_jobs where workspace_id = :workspaceId and idempotency_key = :idempotencyKey
     ) as "isUsed"`,
    { workspaceId, idempotencyKey },
  );
  return isUsed;
}

/**
 * Locks a key until the end of the transaction: submissions with one key run in sequence. Unlike the locks of
 * `locks.ts` it is held for a few statements, so others wait for it in theirs.
 */
export async function lockKey(transaction: Database, workspaceId: string, key: string): Promise<void> {
  await queryRows(transaction, `select pg_advisory_xact_lock(hashtextextended(:name, 0))::text`, {
    name: `batch ${workspaceId} ${key}`,
  });
}
