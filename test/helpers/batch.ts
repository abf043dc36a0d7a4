/**
 * Batch jobs as tests want them: submitted over HTTP, and brought to any state without a renderer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { endBatchJob } from '../../src/store/batch/end-job.ts';
import type { Answer, Sending, Tenant, TestService } from './http.ts';

export interface SubmissionBody {
  readonly template: {
    readonly templateId: string;
    readonly format?: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly output?: Readonly<Record<string, unknown>>;
  };
  readonly rows: readonly unknown[];
  readonly callbackUrl?: string;
}

/** A submission of some rows that are all the same. */
export function plainBatch(templateId: string, rowCount = 2): SubmissionBody {
  return { template: { templateId }, rows: Array.from({ length: rowCount }, () => ({ title: 'a' })) };
}

/** Submits a batch, with an Idempotency-Key if one is given. */
export async function submit(
  service: TestService,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  json: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  return await service.send('POST', '/api/v1/batch-jobs', { key: apiKey, json, headers });
}

/** Submits a batch that is accepted, and returns the job's id. */
export async function submitJob(
  service: TestService,
  tenant: Pick<Tenant, 'apiKey'>,
  json: SubmissionBody,
): Promise<string> {
  const answer = await submit(service, tenant, json);
  if (answer.status !== 202) throw new Error(`refused: ${JSON.stringify(answer.json)}`);
  return (answer.json as { jobId: string }).jobId;
}

/** A request about batch jobs. */
export async function ask(
  service: TestService,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  sending: Sending = {},
): Promise<Answer> {
  return await service.send(method, `/api/v1/batch-jobs${path}`, { key: apiKey, ...sending });
}

/** Gives rows their outcomes, as rendering does. */
export async function recordOutcomes(
  db: Database,
  jobId: string,
  { succeeded = [], failed = [] }: { readonly succeeded?: number[]; readonly failed?: number[] },
): Promise<void> {
  await queryRows(
    db,
    `with outcomes as (
       update batch_rows
       set status = case when row_index = any(:failed) then 'FAILED' else 'SUCCESS' end,
           error = case when row_index = any(:failed) then 'Row ' || row_index || ' is off.' end,
           size_bytes = case when row_index = any(:failed) then 0 else 1000 + row_index end
       where job_id = :jobId and row_index = any(:all)
     )
     update batch_jobs set status = 'PROCESSING', started_at = coalesce(started_at, now()),
       completed_items = completed_items + cardinality(cast(:succeeded as int[])),
       failed_items = failed_items + cardinality(cast(:failed as int[]))
     where id = :jobId`,
    { jobId, succeeded, failed, all: [...succeeded, ...failed] },
  );
}

/** Ends a job as the finishing task does, with an archive that is in storage or not. False where it had ended. */
export async function complete(db: Database, jobId: string): Promise<boolean> {
  const archive = { key: `batches/${jobId}/archive-0.zip`, bytes: 22, retentionMs: 86_400_000, attempt: 0 };
  return await endBatchJob(db, jobId, { status: 'COMPLETED', archive });
}

/** The workspace's renders of this month: the total that is kept, and what the entries of the ledger add up to. */
export async function readLedger(
  db: Database,
  workspaceId: string,
): Promise<{ readonly used: number; readonly sum: number; readonly entries: number }> {
  return await queryRow(
    db,
    `select coalesce((select sum(used) from quota_periods where workspace_id = :workspaceId), 0)::int as used,
            coalesce(sum(renders), 0)::int as sum, count(*)::int as entries
     from quota_entries where workspace_id = :workspaceId`,
    { workspaceId },
  );
}

/** How many of everything that a submission makes there are in the whole database. */
export async function countBatchRecords(db: Database): Promise<{
  readonly jobs: number;
  readonly rows: number;
  readonly counted: number;
  readonly tasks: number;
}> {
  return await queryRow(
    db,
    `select (select count(*)::int from batch_jobs) as jobs, (select count(*)::int from batch_rows) as rows,
            (select coalesce(sum(jobs), 0)::int from batch_job_counts) as counted,
            (select count(*)::int from graphile_worker.jobs) as tasks`,
    {},
  );
}

/** Starts something while a job's row is locked, and lets go once so many transactions wait for it: they meet for certain. */
export async function whileLocked<Result>(
  db: Database,
  jobId: string,
  waiting: number,
  act: () => Promise<Result>,
): Promise<Result> {
  const begun = await db.transaction(async (transaction) => {
    await queryRows(transaction, 'select id from batch_jobs where id = :jobId for update', { jobId });
    const result = act();
    await waitUntil(async () => {
      const { count } = await queryRow<{ count: number }>(
        db,
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
        {},
      );
      return count >= waiting;
    });
    return { result };
  });
  return await begun.result;
}

/** Waits for something that comes about, for up to a minute. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error('It has not come about in a minute.');
    await sleep(20);
  }
}
