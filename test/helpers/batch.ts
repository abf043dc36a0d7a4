/** Batch jobs for tests: submitted over HTTP, and brought to any state without a renderer. */
import { waitUntil } from './wait-until.ts';
import { archiveKey, type ArchiveKind } from '../../src/domain/files/batch-files.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import type { Answer, RequestOptions, Tenant, TestService } from './http.ts';

export interface SubmissionBody {
  readonly template: {
    readonly templateId: string;
    readonly format?: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly output?: Readonly<Record<string, unknown>>;
  };
  readonly rows: readonly unknown[];
  readonly callbackUrl?: string;
  readonly sheet?: object | undefined;
}

/** A submission of equal rows. */
export function plainBatch(templateId: string, rowCount = 2): SubmissionBody {
  return { template: { templateId }, rows: Array.from({ length: rowCount }, () => ({ title: 'a' })) };
}

/** Submits a batch, optionally with an Idempotency-Key. */
export async function submit(
  service: TestService,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  json: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  return await service.send('POST', '/api/v1/batch-jobs', { key: apiKey, json, headers });
}

/** Submits a batch, expects a 202 and returns the job's id. */
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
export async function requestBatch(
  service: TestService,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  sending: RequestOptions = {},
): Promise<Answer> {
  return await service.send(method, `/api/v1/batch-jobs${path}`, { key: apiKey, ...sending });
}

/** Records outcomes of rows, as rendering does. */
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
           error = case when row_index = any(:failed) then 'Row ' || row_index || ' failed.' end,
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

/** Finishes a job as the finishing task does, without writing an archive. False if it has already ended. */
export async function complete(db: Database, jobId: string): Promise<boolean> {
  const archive = { key: `batches/${jobId}/archive-0.zip`, bytes: 22, retentionMs: 86_400_000, attempt: 0 };
  return await finishBatchJob(db, jobId, { status: 'COMPLETED', archive });
}

/** Adds a COMPLETED job of one row whose archive is `content`, without a renderer. Returns the job's id. */
export async function addArchive(
  service: TestService,
  tenant: Tenant,
  templateId: string,
  content: Uint8Array,
  {
    retentionMs = 30 * 86_400_000,
    kind,
  }: { readonly retentionMs?: number | undefined; readonly kind?: ArchiveKind } = {},
): Promise<string> {
  const jobId = await submitJob(service, tenant, plainBatch(templateId, 1));
  await recordOutcomes(service.db, jobId, { succeeded: [0] });
  const key = archiveKey(jobId, 0, kind);
  const { bytes } = await service.app.storage.write(key, content);
  const archive = { key, bytes, retentionMs, attempt: 0 };
  if (!(await finishBatchJob(service.db, jobId, { status: 'COMPLETED', archive }))) {
    throw new Error('The job has already ended.');
  }
  return jobId;
}

/** The workspace's charged renders: the stored total, and the sum of the ledger's entries. */
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

/** Counts everything that a submission inserts, in the whole database. */
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

/**
 * Runs `act` while a job's row is locked, and unlocks when `waiting` transactions wait for locks: so they
 * certainly compete.
 */
export async function whileLocked<Result>(
  db: Database,
  jobId: string,
  waiting: number,
  act: () => Promise<Result>,
): Promise<Result> {
  const started = await db.transaction(async (transaction) => {
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
  return await started.result;
}
