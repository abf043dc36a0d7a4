/**
 * The only place that makes a job, of a batch or of a single render, COMPLETED, FAILED or CANCELLED.
 */
import { startDelivery } from '../callbacks/attempts.ts';
import { queryRows, type Database } from '../database.ts';
import { refundRenders } from '../quota.ts';
import { emitEvents, type EventType } from '../webhooks/events.ts';
import { isRender, type Metadata } from './job-status.ts';
import { renderError } from './renders.ts';

/** The terminal state of a job. */
export type TerminalState =
  | { readonly status: 'COMPLETED'; readonly archive: StoredArchive }
  /** Without `keepCompleted` all renders are refunded: the client cannot get any of them. */
  | { readonly status: 'FAILED'; readonly keepCompleted: boolean }
  | { readonly status: 'CANCELLED' };

export interface StoredArchive {
  readonly key: string;
  readonly bytes: number;
  /** From the end of the job. A render has its own. */
  readonly retentionMs: number;
  /** The attempt that wrote it. If it is not the job's latest, a later one has taken over. */
  readonly attempt: number;
}

/**
 * Finishes an active job in one transaction that locks its row: state, archive, refund, and the callback if
 * the job has one. Charged renders that did not happen are refunded to the month they were charged to, of a
 * single render also one whose file the client cannot get. Its values are no longer needed, and are removed.
 *
 * @param callbackOffsetMs time from the end of the job to the first attempt at the callback
 * @returns false if the job is not active, or (COMPLETED) a later attempt has taken over. Then nothing has
 *   changed.
 */
export async function finishBatchJob(
  db: Database,
  jobId: string,
  end: TerminalState,
  { callbackOffsetMs = 0 }: { readonly callbackOffsetMs?: number | undefined } = {},
): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const archive = end.status === 'COMPLETED' ? end.archive : null;
    const [job] = await queryRows<FinishedJob>(
      transaction,
      `update batch_jobs set
         status = :status, task_ids = '{}',
         -- The transaction may have started, and waited for the row, before the job's work started.
         completed_at = greatest(now(), started_at),
         -- A version of a template can only be deleted while no job refers to it.
         template_version_id = null,
         archive_key = :archiveKey, archive_bytes = :archiveBytes,
         archive_expires_at = now()
           + cast(coalesce(retention_ms, :retentionMs) as double precision) * interval '1 millisecond',
         options = case when ${isRender} then options - 'attachments' else options end
       where id = :jobId and status in ('PENDING', 'PROCESSING')
         and finish_attempts = coalesce(:attempt, finish_attempts)
       returning charge_id as "chargeId", workspace_id as "workspaceId", account_id as "accountId",
         template_id as "templateId", row_events_left_out as "rowEventsLeftOut", total_items as "totalItems",
         completed_items as "completedItems", failed_items as "failedItems", completed_at as "completedAt",
         delivery_id as "deliveryId", callback_url as "callbackUrl", traceparent, metadata,
         ${isRender} as "isRender"`,
      {
        jobId,
        status: end.status,
        archiveKey: archive?.key ?? null,
        archiveBytes: archive?.bytes ?? null,
        retentionMs: archive?.retentionMs ?? null,
        attempt: archive?.attempt ?? null,
      },
    );
    if (job === undefined) return false;
    const { deliveryId, callbackUrl: url, workspaceId, accountId, completedAt: endedAt } = job;
    const { totalItems, completedItems, traceparent } = job;
    const event = job.isRender
      ? await describeRender(transaction, jobId, end.status, job)
      : describeBatch(jobId, end.status, job);
    if (deliveryId !== null && url !== null) {
      const body = JSON.stringify({ deliveryId, ...event });
      const delivery = { deliveryId, jobId, workspaceId, accountId, url, body, endedAt, traceparent };
      await startDelivery(transaction, delivery, { firstOffsetMs: callbackOffsetMs });
    }
    const { templateId, rowEventsLeftOut } = job;
    await emitEvents(transaction, {
      workspaceId,
      type: getEventType(job, end),
      occurredAt: endedAt,
      data: [{ ...event, templateId, ...(job.isRender ? {} : { rowEventsLeftOut }) }],
    });
    const keepsNothing = job.isRender
      ? end.status !== 'COMPLETED'
      : end.status === 'FAILED' && !end.keepCompleted;
    const renders = keepsNothing ? totalItems : totalItems - completedItems;
    await refundRenders(transaction, {
      chargeId: job.chargeId,
      renders,
      cause: `end of batch ${jobId}`,
    });
    return true;
  });
}

/** The webhooks' event of an end. */
function getEventType({ isRender: isOfRender }: FinishedJob, { status }: TerminalState): EventType {
  if (!isOfRender) return 'batch.completed';
  return status === 'COMPLETED' ? 'render.completed' : 'render.failed';
}

/** The end of a batch, as a callback has it. */
function describeBatch(
  jobId: string,
  status: TerminalState['status'],
  { totalItems, completedItems, failedItems, completedAt, metadata }: FinishedJob,
): object {
  const counters = { totalItems, completedItems, failedItems };
  return {
    jobId,
    status,
    ...counters,
    completedAt: completedAt.toISOString(),
    // Left out, not null: receivers of earlier releases know no such field.
    ...(metadata === null ? {} : { metadata }),
  };
}

/** The end of a render, as a callback has it. Removes the values, which may be megabytes. */
async function describeRender(
  transaction: Database,
  renderId: string,
  status: TerminalState['status'],
  { completedAt, metadata }: FinishedJob,
): Promise<object> {
  const [row] = await queryRows<{ readonly error: string | null }>(
    transaction,
    `update batch_rows set variables = '{}' where job_id = :renderId
     returning ${renderError('cast(:status as text)', 'error')} as error`,
    { renderId, status },
  );
  return { renderId, status, error: row?.error ?? null, completedAt: completedAt.toISOString(), metadata };
}

interface FinishedJob {
  readonly chargeId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly templateId: string;
  readonly rowEventsLeftOut: number;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
  readonly completedAt: Date;
  readonly deliveryId: string | null;
  readonly callbackUrl: string | null;
  readonly traceparent: string | null;
  readonly metadata: Metadata | null;
  readonly isRender: boolean;
}
