/**
 * The rows of a batch job before they have an outcome: tasks claim a few of them at a time.
 * `row-outcomes.ts` records what comes of them.
 */
import type { PlanName } from '../../config/plans.ts';
import type { GivenAttachment } from '../../render/attachments/attachment.ts';
import type { FacturxProfile } from '../../render/attachments/facturx.ts';
import type { PdfStandard } from '../../render/attachments/standards.ts';
import type { Chroma } from '../../render/chroma.ts';
import type { OutputFormat, SvgText } from '../../render/job.ts';
import { queryPrepared, queryRows, type Database } from '../database.ts';
import type { TaskPayloads } from '../job-queue.ts';
import { isRender } from './job-status.ts';

/** What a task needs of its job. */
export interface StartedJob {
  readonly id: string;
  readonly workspaceId: string;
  /** Null if the job's version of the template was removed. */
  readonly versionId: string | null;
  readonly format: OutputFormat;
  readonly options: BatchRenderOptions;
  /** The sizes of its files: see `batch_jobs.sizes`. Null: one file for each row. */
  readonly sizes: readonly string[] | null;
  /** Whether its rows are laid out on sheets. */
  readonly isOnSheet: boolean;
  /** Whether it is a single render, whose result is the file of its row. */
  readonly isRender: boolean;
  /** When it was submitted. */
  readonly now: Date;
  /** Whether it has pictures of its own. */
  readonly hasPictures: boolean;
  /** Of the trace in which the job was submitted. */
  readonly traceparent: string | null;
  /** Of the workspace, if an endpoint of webhooks wants the events of its rows; null: none does. */
  readonly rowEventsPlan: PlanName | null;
}

/** The options of the request that submitted the job. */
interface BatchRenderOptions {
  readonly scale?: number;
  readonly quality?: number;
  readonly chroma?: Chroma;
  readonly svgText?: SvgText;
  readonly outputDpi?: number;
  readonly backgroundColor?: string;
  readonly locale?: string;
  readonly page?: number;
  readonly size?: string;
  readonly pdfStandard?: PdfStandard;
  readonly preflight?: boolean;
  /** In a batch, their contents are values of the rows. */
  readonly attachments?: readonly GivenAttachment[];
  readonly facturx?: FacturxProfile;
}

/** Reads a job and makes it PROCESSING if it is PENDING. Null if the job is not active. */
export async function startJob(db: Database, jobId: string): Promise<StartedJob | null> {
  const job = await findActiveJob(db, jobId);
  if (job?.status !== 'PENDING') return job;
  const started = await queryRows(
    db,
    `update batch_jobs set status = 'PROCESSING', started_at = now()
     where id = :jobId and status = 'PENDING' returning id`,
    { jobId },
  );
  // Another worker was faster, or the job was cancelled meanwhile.
  return started.length > 0 ? job : await findActiveJob(db, jobId);
}

async function findActiveJob(
  db: Database,
  jobId: string,
): Promise<(StartedJob & { readonly status: string }) | null> {
  const [job] = await queryRows<StartedJob & { readonly status: string }>(
    db,
    `select id, workspace_id as "workspaceId", template_version_id as "versionId", format, options, sizes,
       sheet is not null as "isOnSheet", ${isRender} as "isRender", created_at as "now", traceparent, status,
       exists (select from batch_pictures p where p.job_id = batch_jobs.id) as "hasPictures",
       (select w.plan from workspaces w
        where w.id = batch_jobs.workspace_id and not ${isRender} and exists (
          select from webhook_endpoints e where e.workspace_id = w.id and e.disabled_at is null
            and 'batch.row.completed' = any (e.types))) as "rowEventsPlan"
     from batch_jobs where id = :jobId and status in ('PENDING', 'PROCESSING')`,
    { jobId },
  );
  return job ?? null;
}

/** The values of a range's rows that have no outcome. */
export async function listOpenRows(
  db: Database,
  { jobId, from, to }: TaskPayloads['fetch_images'],
): Promise<readonly ClaimedRow['variables'][]> {
  const rows = await queryRows<Pick<ClaimedRow, 'variables'>>(
    db,
    `select variables from batch_rows
     where job_id = :jobId and status is null and row_index >= :from and row_index < :to
     order by row_index`,
    { jobId, from, to },
  );
  return rows.map(({ variables }) => variables);
}

export interface RowsToClaim {
  readonly jobId: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Max rows of the claim. A row with a failed attempt is claimed alone. */
  readonly limit: number;
  /** The worker pool of the task. */
  readonly poolId: string;
}

export interface ClaimedRow {
  readonly rowIndex: number;
  readonly attempt: number;
  /** Attempts including this one, without those that failed through no fault of the row. */
  readonly countedAttempts: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Claim =
  /** At least one row, in order. */
  | { readonly kind: 'rows'; readonly rows: readonly ClaimedRow[] }
  /** All rows of the range have an outcome. */
  | { readonly kind: 'done' }
  /** The job is not active. */
  | { readonly kind: 'ended' }
  /** The pool was presumed dead: its tasks belong to other workers. */
  | { readonly kind: 'superseded' };

/**
 * Starts an attempt at the first rows of a range that have no outcome. Earlier attempts at them can no longer
 * record an outcome. The lease is the pool's row: without it nothing is claimed. `recordRows` claims in the
 * same way.
 */
export async function claimRows(db: Database, rows: RowsToClaim): Promise<Claim> {
  const found = await queryPrepared<FoundRow & { readonly isActive: boolean }>(
    db,
    // Materialized: a plan that evaluates `next` once per row would find other rows each time.
    `with lease as (select from worker_pools where id = :poolId),
     job as (select from batch_jobs where id = :jobId and status = 'PROCESSING'),
     next as materialized (
       select row_index, attempts > forgiven as is_suspect from batch_rows
       where job_id = :jobId and status is null and row_index >= :from and row_index < :to
         and exists (select from job)
       order by row_index limit :limit for update
     ),
     -- A row that crashes a process must not make the rows beside it suspect.
     chosen as materialized (
       select row_index from next
       where not exists (select from next where is_suspect) or row_index = (select min(row_index) from next)
     ),
     claimed as (
       update batch_rows r set attempts = r.attempts + 1
       where r.job_id = :jobId and r.row_index = any (array(select row_index from chosen))
         and exists (select from lease)
       returning r.row_index, r.attempts, r.attempts - r.forgiven as counted_attempts, r.variables
     )
     select exists (select from lease) as "isLeased", exists (select from job) as "isActive",
       claimed.row_index as "rowIndex", claimed.attempts as attempt,
       claimed.counted_attempts as "countedAttempts", claimed.variables
     from (select) one left join claimed on true order by claimed.row_index`,
    { ...rows },
  );
  return found[0]?.isActive === true ? toClaim(found) : { kind: 'ended' };
}

/**
 * A result row of a statement that claims rows: one for each claimed row, or a single one without `rowIndex`.
 */
export interface FoundRow extends Omit<ClaimedRow, 'rowIndex'> {
  readonly isLeased: boolean;
  readonly rowIndex: number | null;
}

/** The claim that a statement on an active job made. */
export function toClaim(found: readonly FoundRow[]): Claim {
  if (found[0]?.isLeased !== true) return { kind: 'superseded' };
  const rows = found.flatMap(({ rowIndex, attempt, countedAttempts, variables }) =>
    rowIndex === null ? [] : [{ rowIndex, attempt, countedAttempts, variables }],
  );
  return rows.length === 0 ? { kind: 'done' } : { kind: 'rows', rows };
}
