/**
 * Renders without an open connection. Each is a job of one row whose origin is `RENDER`: queue, attempts,
 * outcome, ledger and callback are those of batches. Its result is the file of its row.
 */
import type { RenderWarning } from '../../render/layout-report.ts';
import type { OutputFormat } from '../../render/job.ts';
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import { lockKey } from './idempotency-keys.ts';
import { isRender, type BatchStatus, type Metadata } from './job-status.ts';
import { findCallback, type JobCallback } from './jobs.ts';
import { storeNew, type CheckedSubmission, type NewOutcome } from './submissions.ts';

/** A render as a submission is answered with. */
export interface AcceptedRender {
  readonly renderId: string;
  readonly status: BatchStatus;
  readonly createdAt: Date;
}

/** The render that an idempotency key was first used for. */
export interface OriginalRender extends AcceptedRender {
  /** Whether the requests are equal. */
  readonly isSame: boolean;
}

/** The render of a workspace's idempotency key, or null. */
export async function findOriginalRender(
  db: Database,
  {
    workspaceId,
    key,
    requestHash,
  }: { readonly workspaceId: string; readonly key: string; readonly requestHash: string },
): Promise<OriginalRender | null> {
  const [original] = await queryRows<OriginalRender>(
    db,
    `select id as "renderId", status, created_at as "createdAt",
            request_hash = decode(:requestHash, 'hex') as "isSame"
     from batch_jobs where workspace_id = :workspaceId and render_key = :key`,
    { workspaceId, key, requestHash },
  );
  return original ?? null;
}

/**
 * Stores a new render, or finds that of an earlier request with the same key.
 *
 * @throws DispatchError
 */
export async function storeRender(
  db: Database,
  submission: CheckedSubmission,
): Promise<NewOutcome | { readonly kind: 'repeated'; readonly original: OriginalRender }> {
  const { workspaceId, idempotencyKey: key, render } = submission;
  return await db.transaction(async (transaction) => {
    if (key === null || render?.requestHash == null) return await storeNew(transaction, submission);
    await lockKey(transaction, workspaceId, key);
    const { requestHash } = render;
    const original = await findOriginalRender(transaction, { workspaceId, key, requestHash });
    return original === null ? await storeNew(transaction, submission) : { kind: 'repeated', original };
  });
}

/** A render and what became of it. */
export interface RenderRecord extends AcceptedRender {
  readonly templateId: string;
  readonly templateName: string;
  readonly format: OutputFormat;
  readonly metadata: Metadata | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** Null if there is no file. */
  readonly archiveKey: string | null;
  readonly archiveBytes: number | null;
  /** When the render is removed; null while it is active. */
  readonly expiresAt: Date | null;
  /** Why there is no file; null unless FAILED. */
  readonly error: string | null;
  /** Null without a file, and where it is not known. */
  readonly pageCount: number | null;
  readonly warningCount: number;
  /** The first warnings. */
  readonly warnings: readonly RenderWarning[];
}

/** A render of an account, or null. */
export async function findRender(
  db: Database,
  accountId: string,
  renderId: string,
): Promise<(RenderRecord & { readonly callback: JobCallback | null }) | null> {
  const [render] = await findRenders(db, accountId, [renderId]);
  return render === undefined ? null : { ...render, callback: await findCallback(db, renderId) };
}

/**
 * Those of these renders that belong to the account, in the order of the ids.
 *
 * @param accountId null: to any account
 */
export async function findRenders(
  db: Database,
  accountId: string | null,
  renderIds: readonly string[],
): Promise<RenderRecord[]> {
  if (renderIds.length === 0) return [];
  return await readRows<RenderRecord>(
    db,
    `select j.id as "renderId", j.status, j.template_id as "templateId", j.template_name as "templateName",
            j.format, j.metadata, j.created_at as "createdAt", j.started_at as "startedAt",
            j.completed_at as "completedAt", j.archive_key as "archiveKey",
            j.archive_bytes::float8 as "archiveBytes", j.archive_expires_at as "expiresAt",
            ${renderError('j.status', 'r.error')} as error,
            case when j.archive_key is not null then r.page_count end as "pageCount",
            r.warning_count as "warningCount", coalesce(r.warnings, '[]') as warnings
     from unnest(cast(:renderIds as uuid[])) with ordinality as wanted (id, place)
     join batch_jobs j on j.id = wanted.id and j.${isRender}
       and j.account_id = coalesce(cast(:accountId as uuid), j.account_id)
     join batch_rows r on r.job_id = j.id
     order by wanted.place`,
    { accountId, renderIds: [...renderIds] },
  );
}

/** SQL: why a render has no file; null unless it is FAILED. One that was given up has no error of its row. */
export function renderError(status: string, rowError: string): string {
  return `case when ${status} = 'FAILED' then coalesce(${rowError}, '${givenUp}') end`;
}

const givenUp = 'The render took too long, or its file could not be stored; it is safe to try again.';

/** Renders that expired `graceMs` ago, by the time of their expiry, with their files. */
export async function listExpiredRenders(
  db: Database,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
): Promise<{ readonly jobId: string; readonly accountId: string }[]> {
  return await queryRows(
    db,
    `select id as "jobId", account_id as "accountId" from batch_jobs
     where ${isRender} and archive_expires_at <= now() - cast(:graceMs as float8) * interval '1 millisecond'
     order by archive_expires_at limit :limit`,
    { graceMs, limit },
  );
}
