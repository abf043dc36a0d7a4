/** Compares batch jobs, archives and callbacks with what the clients submitted and the receiver got. */
import { queryRows, type Database } from '../../src/store/database.ts';
import { listZip } from '../helpers/zip.ts';
import { hasColor, type Ask } from './client.ts';
import type { ExternalServers } from './external-servers.ts';
import type { ObservedJob, Observations } from './observations.ts';

interface StoredJob {
  readonly jobId: string;
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rowsCompleted: number;
  readonly rowsFailed: number;
  readonly names: readonly string[];
  readonly charged: number;
  readonly archiveKey: string | null;
}

export interface JobParts {
  readonly db: Database;
  readonly observed: Observations;
  readonly externals: Pick<ExternalServers, 'callbacks'>;
  /** A client with the account's key. */
  clientOf(apiKey: string): Ask;
  /** Callback attempts before a delivery fails. */
  readonly maxAttempts: number;
}

/**
 * Checks that every accepted job ended with exact counters, charge, archive and callback. Returns the
 * breaches.
 */
export async function auditJobs(parts: JobParts): Promise<string[]> {
  const { db, observed } = parts;
  const stored = new Map((await readJobs(db)).map((job) => [job.jobId, job]));
  const breaches: string[] = [];
  for (const seen of observed.jobs) {
    const job = stored.get(seen.jobId);
    stored.delete(seen.jobId);
    if (seen.deleted === 'yes') {
      if (job !== undefined) breaches.push(`job ${seen.jobId}: deleted, but stored`);
    } else if (job === undefined) breaches.push(`job ${seen.jobId}: accepted, but missing`);
    else
      breaches.push(
        ...[...checkCounters(seen, job), ...(await checkAnswers(parts, seen, job))].map(withJobId(seen)),
      );
  }
  for (const jobId of stored.keys()) breaches.push(`job ${jobId}: no client got its id`);
  return [...breaches, ...(await checkTallies(db)), ...(await checkCallbacks(parts))];
}

/**
 * Lists valid rows that failed, with their errors: faults that outlasted the service's retries. Rows with an
 * image do not count, because its origin may fail.
 */
export async function listFailedRows(db: Database, { jobs }: Observations): Promise<string[]> {
  const failed = await queryRows<{ jobId: string; rowIndex: number; error: string }>(
    db,
    `select job_id as "jobId", row_index as "rowIndex", error from batch_rows where status = 'FAILED'`,
    {},
  );
  const byId = new Map(jobs.map((job) => [job.jobId, job]));
  return failed.flatMap(({ jobId, rowIndex, error }) =>
    byId.get(jobId)?.rows[rowIndex]?.showsImage === true ? [] : [`row ${rowIndex} of job ${jobId}: ${error}`],
  );
}

const withJobId =
  ({ jobId }: ObservedJob) =>
  (breach: string) =>
    `job ${jobId}: ${breach}`;

async function readJobs(db: Database): Promise<StoredJob[]> {
  return await queryRows<StoredJob>(
    db,
    `select j.id as "jobId", j.status, total_items as total, completed_items as completed,
     failed_items as failed,
       archive_key as "archiveKey", r.*,
       (select sum(renders)::int from quota_entries e
         where e.id = j.charge_id or e.refund_of = j.charge_id) as charged
     from batch_jobs j cross join lateral (
       select count(*) filter (where status = 'SUCCESS')::int as "rowsCompleted",
         count(*) filter (where status = 'FAILED')::int as "rowsFailed",
         coalesce(array_agg(filename order by row_index) filter (where status = 'SUCCESS'), '{}') as names
       from batch_rows where job_id = j.id
     ) r`,
    {},
  );
}

function checkCounters(seen: ObservedJob, job: StoredJob): string[] {
  const { status, total, completed, failed, rowsCompleted, rowsFailed, charged } = job;
  const counters = `${completed} + ${failed} of ${total}`;
  const plain = seen.rows.filter(({ showsImage }) => !showsImage).length;
  return [
    ...(total === seen.rows.length ? [] : [`${total} rows of ${seen.rows.length}`]),
    ...(completed === rowsCompleted && failed === rowsFailed
      ? []
      : [`counts ${counters}, but its rows ${rowsCompleted} + ${rowsFailed}`]),
    ...(status === 'COMPLETED' && (completed + failed !== total || completed === 0)
      ? [`COMPLETED with ${counters}`]
      : []),
    ...(status === 'CANCELLED' && !seen.wasCancelled ? ['CANCELLED without a request'] : []),
    // The storage came back before the job's deadline.
    ...(status === 'FAILED' && plain > 0
      ? [`FAILED with ${counters}, but ${plain} rows had no reason to fail`]
      : []),
    ...(charged === completed ? [] : [`completed ${completed}, and charged ${charged}`]),
  ];
}

async function checkAnswers({ clientOf }: JobParts, seen: ObservedJob, job: StoredJob): Promise<string[]> {
  const ask = clientOf(seen.apiKey);
  const path = `/api/v1/batch-jobs/${seen.jobId}`;
  const read = await ask('audit job', 'GET', path);
  const answered = read?.json as Record<string, unknown> | undefined;
  const breaches: string[] = [];
  if (
    read?.status !== 200 ||
    answered?.['status'] !== job.status ||
    answered['completedItems'] !== job.completed ||
    answered['failedItems'] !== job.failed
  ) {
    breaches.push(`is answered as ${read?.status ?? 'nothing'} ${JSON.stringify(answered)}`);
  }
  const result = await ask('audit archive', 'GET', `${path}/result?delivery=zip`);
  if (job.status !== 'COMPLETED') {
    return result?.status === 200 ? [...breaches, `${job.status}, but has an archive`] : breaches;
  }
  if (result?.status !== 200)
    return [...breaches, `its archive request was answered ${result?.status ?? 'by nothing'}`];
  const entries = await listZip(Buffer.from(result.bytes));
  const names = entries.map(({ name }) => name);
  if (names.toSorted().join() !== job.names.toSorted().join())
    breaches.push(`its archive holds ${names.join()}, but its rows are ${job.names.join()}`);
  for (const { name, content } of entries) {
    const row = seen.rows.find((each) => getFile(each.name) === name);
    if (row === undefined || !(await hasColor(content, row.color)))
      breaches.push(`${name} is not its row's image`);
  }
  return breaches;
}

/** The file name that the submission's pattern `{name}` gives a row. */
function getFile(name: string): string {
  return `${name.replaceAll(' ', '-')}.png`;
}

/** Compares the job counters of accounts, which list totals use, with the jobs. */
async function checkTallies(db: Database): Promise<string[]> {
  const wrong = await queryRows<{ accountId: string; status: string; counted: number; stored: number }>(
    db,
    `select account_id as "accountId", status, coalesce(c.jobs, 0)::int as counted, coalesce(j.jobs,
     0)::int as stored from batch_job_counts c full join (
       select account_id, status, origin, count(*) as jobs from batch_jobs group by account_id, status, origin
     ) j using (account_id, status, origin)
     where coalesce(c.jobs, 0) <> coalesce(j.jobs, 0)`,
    {},
  );
  const wrongByTime = await queryRows<{ accountId: string; unit: string; since: Date }>(
    db,
    `select account_id as "accountId", unit, since from batch_job_counts_by_time c full join (
       select account_id, unit, date_trunc(unit, created_at, 'UTC') as since, status, origin, count(*) as jobs
       from batch_jobs cross join (values ('day'), ('hour')) units (unit) group by 1, 2, 3, 4, 5
     ) j using (account_id, unit, since, status, origin)
     where coalesce(c.jobs, 0) <> coalesce(j.jobs, 0)`,
    {},
  );
  return [
    ...wrong.map(
      ({ accountId, status, counted, stored }) =>
        `account ${accountId}: ${counted} ${status} counted, ${stored} stored`,
    ),
    ...wrongByTime.map(
      ({ accountId, unit, since }) =>
        `account ${accountId}: jobs of the ${unit} from ${since.toISOString()} are counted wrongly`,
    ),
  ];
}

interface StoredDelivery {
  readonly id: string;
  readonly jobId: string;
  readonly status: string;
  readonly attempts: number;
  readonly body: string;
}

async function checkCallbacks({ db, observed, externals, maxAttempts }: JobParts): Promise<string[]> {
  const deliveries = await queryRows<StoredDelivery>(
    db,
    `select id, job_id as "jobId", status, attempts, body from callback_deliveries`,
    {},
  );
  const breaches: string[] = [];
  for (const { jobId, hasCallback } of observed.jobs) {
    const count = deliveries.filter((delivery) => delivery.jobId === jobId).length;
    if (count !== (hasCallback ? 1 : 0))
      breaches.push(`job ${jobId}: ${count} callbacks, asked for: ${hasCallback}`);
  }
  for (const { id, jobId, status, attempts, body } of deliveries) {
    const seen = externals.callbacks.get(id);
    const name = `callback ${id} of job ${jobId}`;
    if (status === 'PENDING') breaches.push(`${name}: still pending`);
    if (status === 'DELIVERED' && (seen?.accepted ?? 0) === 0)
      breaches.push(`${name}: DELIVERED, but never received`);
    if (status === 'FAILED' && attempts !== maxAttempts)
      breaches.push(`${name}: FAILED after ${attempts} attempts`);
    if (seen !== undefined && (seen.bodies.size !== 1 || !seen.bodies.has(body)))
      breaches.push(`${name}: received with a different body`);
    if ((JSON.parse(body) as { jobId: string }).jobId !== jobId)
      breaches.push(`${name}: is about another job`);
  }
  const known = new Set(deliveries.map(({ id }) => id));
  for (const id of externals.callbacks.keys())
    if (!known.has(id)) breaches.push(`callback ${id}: received, but unknown`);
  return breaches;
}
