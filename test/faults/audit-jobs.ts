/**
 * Batch jobs, their archives and their callbacks against what the clients have submitted and the receiver has got.
 */
import { queryRows, type Database } from '../../src/store/database.ts';
import { listZip } from '../helpers/zip.ts';
import { hasColor, type Ask } from './client.ts';
import type { Outsiders } from './outsiders.ts';
import type { SeenJob, Witness } from './witness.ts';

interface StoredJob {
  readonly jobId: string;
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rowsCompleted: number;
  readonly rowsFailed: number;
  readonly names: readonly string[];
  readonly kept: number;
  readonly archiveKey: string | null;
}

export interface JobParts {
  readonly db: Database;
  readonly witness: Witness;
  readonly outsiders: Pick<Outsiders, 'callbacks'>;
  /** Asks as an account does. */
  clientOf(apiKey: string): Ask;
  /** How many attempts at a callback there are at most. */
  readonly mostAttempts: number;
}

/** Every job that was accepted has ended with exact counters, charge, archive and callback. Returns the breaches. */
export async function auditJobs(parts: JobParts): Promise<string[]> {
  const { db, witness } = parts;
  const stored = new Map((await readJobs(db)).map((job) => [job.jobId, job]));
  const breaches: string[] = [];
  for (const seen of witness.jobs) {
    const job = stored.get(seen.jobId);
    stored.delete(seen.jobId);
    if (seen.deleted === 'yes') {
      if (job !== undefined) breaches.push(`job ${seen.jobId}: deleted, and there`);
    } else if (job === undefined) breaches.push(`job ${seen.jobId}: accepted, and not there`);
    else
      breaches.push(
        ...[...checkCounters(seen, job), ...(await checkAnswers(parts, seen, job))].map(nameOf(seen)),
      );
  }
  for (const jobId of stored.keys()) breaches.push(`job ${jobId}: nobody was told of it`);
  return [...breaches, ...(await checkTallies(db)), ...(await checkCallbacks(parts))];
}

/** Why rows have failed that nothing was wrong with: faults that lasted longer than the service is patient. */
export async function listHardships(db: Database, { jobs }: Witness): Promise<string[]> {
  const failed = await queryRows<{ jobId: string; rowIndex: number; error: string }>(
    db,
    `select job_id as "jobId", row_index as "rowIndex", error from batch_rows where status = 'FAILED'`,
    {},
  );
  const byId = new Map(jobs.map((job) => [job.jobId, job]));
  return failed.flatMap(({ jobId, rowIndex, error }) =>
    byId.get(jobId)?.rows[rowIndex]?.showsPicture === true
      ? []
      : [`row ${rowIndex} of job ${jobId}: ${error}`],
  );
}

const nameOf =
  ({ jobId }: SeenJob) =>
  (breach: string) =>
    `job ${jobId}: ${breach}`;

async function readJobs(db: Database): Promise<StoredJob[]> {
  return await queryRows<StoredJob>(
    db,
    `select j.id as "jobId", j.status, total_items as total, completed_items as completed, failed_items as failed,
       archive_key as "archiveKey", r.*,
       (select sum(renders)::int from quota_entries e where e.id = j.charge_id or e.refund_of = j.charge_id) as kept
     from batch_jobs j cross join lateral (
       select count(*) filter (where status = 'SUCCESS')::int as "rowsCompleted",
         count(*) filter (where status = 'FAILED')::int as "rowsFailed",
         coalesce(array_agg(filename order by row_index) filter (where status = 'SUCCESS'), '{}') as names
       from batch_rows where job_id = j.id
     ) r`,
    {},
  );
}

function checkCounters(seen: SeenJob, job: StoredJob): string[] {
  const { status, total, completed, failed, rowsCompleted, rowsFailed, kept } = job;
  const counters = `${completed} + ${failed} of ${total}`;
  const plain = seen.rows.filter(({ showsPicture }) => !showsPicture).length;
  return [
    ...(total === seen.rows.length ? [] : [`${total} rows of ${seen.rows.length}`]),
    ...(completed === rowsCompleted && failed === rowsFailed
      ? []
      : [`counts ${counters}, and its rows ${rowsCompleted} + ${rowsFailed}`]),
    ...(status === 'COMPLETED' && (completed + failed !== total || completed === 0)
      ? [`COMPLETED with ${counters}`]
      : []),
    ...(status === 'CANCELLED' && !seen.wasCancelled ? ['CANCELLED, and nobody asked for it'] : []),
    // Its time was not over, and storage came back.
    ...(status === 'FAILED' && plain > 0
      ? [`FAILED with ${counters}, and ${plain} rows had nothing to fail for`]
      : []),
    ...(kept === completed ? [] : [`completed ${completed}, and charged ${kept}`]),
  ];
}

async function checkAnswers({ clientOf }: JobParts, seen: SeenJob, job: StoredJob): Promise<string[]> {
  const ask = clientOf(seen.apiKey);
  const path = `/api/v1/batch-jobs/${seen.jobId}`;
  const read = await ask('audit job', 'GET', path);
  const told = read?.json as Record<string, unknown> | undefined;
  const breaches: string[] = [];
  if (
    read?.status !== 200 ||
    told?.['status'] !== job.status ||
    told['completedItems'] !== job.completed ||
    told['failedItems'] !== job.failed
  ) {
    breaches.push(`is told as ${read?.status ?? 'nothing'} ${JSON.stringify(told)}`);
  }
  const result = await ask('audit archive', 'GET', `${path}/result?delivery=zip`);
  if (job.status !== 'COMPLETED') {
    return result?.status === 200 ? [...breaches, `${job.status}, and has an archive`] : breaches;
  }
  if (result?.status !== 200)
    return [...breaches, `its archive is answered ${result?.status ?? 'by nothing'}`];
  const entries = await listZip(Buffer.from(result.bytes));
  const names = entries.map(({ name }) => name);
  if (names.toSorted().join() !== job.names.toSorted().join())
    breaches.push(`its archive holds ${names.join()}, and its rows are ${job.names.join()}`);
  for (const { name, content } of entries) {
    const row = seen.rows.find((each) => fileOf(each.name) === name);
    if (row === undefined || !(await hasColor(content, row.color)))
      breaches.push(`${name} is not its row's picture`);
  }
  return breaches;
}

/** As the pattern of the submissions makes it of a row's name. */
function fileOf(name: string): string {
  return `${name.replaceAll(' ', '-')}.png`;
}

/** The tallies that lists are counted by. */
async function checkTallies(db: Database): Promise<string[]> {
  const wrong = await queryRows<{ accountId: string; status: string; told: number; there: number }>(
    db,
    `select account_id as "accountId", status, coalesce(c.jobs, 0)::int as told, coalesce(j.jobs, 0)::int as there
     from batch_job_counts c full join (
       select account_id, status, origin, count(*) as jobs from batch_jobs group by account_id, status, origin
     ) j using (account_id, status, origin)
     where coalesce(c.jobs, 0) <> coalesce(j.jobs, 0)`,
    {},
  );
  return wrong.map(
    ({ accountId, status, told, there }) => `account ${accountId}: ${told} ${status}, and ${there} there`,
  );
}

interface StoredDelivery {
  readonly id: string;
  readonly jobId: string;
  readonly status: string;
  readonly attempts: number;
  readonly body: string;
}

async function checkCallbacks({ db, witness, outsiders, mostAttempts }: JobParts): Promise<string[]> {
  const deliveries = await queryRows<StoredDelivery>(
    db,
    `select id, job_id as "jobId", status, attempts, body from callback_deliveries`,
    {},
  );
  const breaches: string[] = [];
  for (const { jobId, hasCallback } of witness.jobs) {
    const count = deliveries.filter((delivery) => delivery.jobId === jobId).length;
    if (count !== (hasCallback ? 1 : 0))
      breaches.push(`job ${jobId}: ${count} callbacks, asked for: ${hasCallback}`);
  }
  for (const { id, jobId, status, attempts, body } of deliveries) {
    const seen = outsiders.callbacks.get(id);
    const name = `callback ${id} of job ${jobId}`;
    if (status === 'PENDING') breaches.push(`${name}: still to come`);
    if (status === 'DELIVERED' && (seen?.taken ?? 0) === 0)
      breaches.push(`${name}: DELIVERED, and never received`);
    if (status === 'FAILED' && attempts !== mostAttempts)
      breaches.push(`${name}: FAILED after ${attempts} attempts`);
    if (seen !== undefined && (seen.bodies.size !== 1 || !seen.bodies.has(body)))
      breaches.push(`${name}: received with another body than it has`);
    if ((JSON.parse(body) as { jobId: string }).jobId !== jobId)
      breaches.push(`${name}: is about another job`);
  }
  const known = new Set(deliveries.map(({ id }) => id));
  for (const id of outsiders.callbacks.keys())
    if (!known.has(id)) breaches.push(`callback ${id}: received, and unknown`);
  return breaches;
}
