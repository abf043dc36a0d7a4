/**
 * How a batch job comes to be: the key that makes repetitions harmless, the account's active jobs, the job with its rows and
 * tasks, and the charge, in one transaction.
 */
import { queryRow, queryRows, type Database } from '../database.ts';
import { readUsage, reserveRenders } from '../quota.ts';
import { dispatchRows } from './work.ts';

export type BatchStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type BatchOrigin = 'API_KEY' | 'DESIGNER';

/** What a key stands for: a submission that is the same in all of this is a repetition. */
export interface Fingerprint {
  readonly templateId: string;
  readonly rowCount: number;
  readonly format: string;
  /** Defaults filled in. */
  readonly options: object;
  readonly filenamePattern: string | null;
}

/** A submission that was found to be in order. */
export interface CheckedSubmission extends Fingerprint {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  /** The key that it came with; null where it came from the app. */
  readonly apiKeyId: string | null;
  readonly origin: BatchOrigin;
  readonly templateVersionId: string;
  readonly templateName: string;
  readonly projectId: string;
  readonly idempotencyKey: string | null;
  readonly callback: { readonly url: string; readonly deliveryId: string } | null;
  readonly createdAt: Date;
  /** Of the work that took it in, for the trace to go on with its rows and its callback. */
  readonly traceparent: string | null;
  readonly rows: readonly { readonly variables: object; readonly filename: string }[];
  /** Renders that the workspace may use in the month of `createdAt`. */
  readonly quotaLimit: number;
  /** Jobs that an account may have under way. */
  readonly mostActive: number;
}

export interface AcceptedJob {
  readonly jobId: string;
  readonly status: BatchStatus;
  readonly totalItems: number;
  readonly createdAt: Date;
}

export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly job: AcceptedJob; readonly used: number }
  | { readonly kind: 'repeated'; readonly original: OriginalJob }
  | { readonly kind: 'too-many-active'; readonly used: number }
  | { readonly kind: 'over-quota'; readonly used: number };

/** The job that a key was first used for. */
export interface OriginalJob extends AcceptedJob {
  /** Whether this submission is the same as that one. */
  readonly isSame: boolean;
}

/** The queue did not take a job's tasks, so that nothing of the job is left. */
export class DispatchError extends Error {
  override readonly name = 'DispatchError';
  /** Renders of the month, without this job's. */
  readonly used: number;

  constructor(used: number, cause: unknown) {
    super('the tasks of a job were not taken', { cause });
    this.used = used;
  }
}

/**
 * Stores a submission, unless its key turns out to have been used while it waited for that key's lock. What it refuses leaves
 * nothing behind but what `takeToken` has written.
 *
 * @param takeToken called once it is sure that a submission with a key is a new one; what it throws ends the transaction.
 * @throws DispatchError
 */
export async function storeSubmission(
  db: Database,
  submission: CheckedSubmission,
  takeToken: (transaction: Database) => Promise<void>,
): Promise<SubmitOutcome> {
  const { workspaceId, idempotencyKey } = submission;
  return await db.transaction(async (transaction) => {
    if (idempotencyKey !== null) {
      await lockKey(transaction, workspaceId, idempotencyKey);
      const original = await findOriginal(transaction, workspaceId, idempotencyKey, submission);
      if (original !== null) return { kind: 'repeated', original };
      await takeToken(transaction);
    }
    return await storeNew(transaction, submission);
  });
}

/** The job that a workspace's key belongs to, or null. */
export async function findOriginal(
  db: Database,
  workspaceId: string,
  idempotencyKey: string,
  fingerprint: Fingerprint,
): Promise<OriginalJob | null> {
  const [original] = await queryRows<OriginalJob>(
    db,
    `select id as "jobId", status, total_items as "totalItems", created_at as "createdAt",
            template_id = :templateId and total_items = :rowCount and format = :format
              and options = cast(:options as jsonb)
              and filename_pattern is not distinct from cast(:filenamePattern as text) as "isSame"
     from batch_jobs where workspace_id = :workspaceId and idempotency_key = :idempotencyKey`,
    {
      workspaceId,
      idempotencyKey,
      templateId: fingerprint.templateId,
      rowCount: fingerprint.rowCount,
      format: fingerprint.format,
      options: JSON.stringify(fingerprint.options),
      filenamePattern: fingerprint.filenamePattern,
    },
  );
  return original ?? null;
}

/** Held to the end of the transaction: submissions with one key go one after another. */
async function lockKey(transaction: Database, workspaceId: string, key: string): Promise<void> {
  await queryRows(transaction, `select pg_advisory_xact_lock(hashtextextended(:name, 0))::text`, {
    name: `batch ${workspaceId} ${key}`,
  });
}

async function storeNew(transaction: Database, submission: CheckedSubmission): Promise<SubmitOutcome> {
  const { jobId, workspaceId, accountId, rowCount, quotaLimit, createdAt } = submission;
  const active = await countActive(transaction, accountId);
  const { used } = await readUsage(transaction, workspaceId, createdAt);
  if (active >= submission.mostActive) return { kind: 'too-many-active', used };
  if (used + rowCount > quotaLimit) return { kind: 'over-quota', used };
  try {
    // Undone as a whole where the charge is refused, while the token stays taken.
    return await transaction.transaction(async (nested) => {
      const chargeId = await insertJob(nested, submission);
      await insertRows(nested, submission);
      await dispatchRows(nested, jobId, [...submission.rows.keys()]).catch((error: unknown) => {
        throw new DispatchError(used, error);
      });
      // Last, because every render of the workspace waits for the row of the month's total.
      const charge = await reserveRenders(nested, {
        workspaceId,
        accountId,
        cause: `batch ${jobId}`,
        renders: rowCount,
        limit: quotaLimit,
        now: createdAt,
        instanceId: null,
        chargeId,
      });
      if (!charge.granted) throw new OverQuota(charge.used);
      return {
        kind: 'accepted',
        job: { jobId, status: 'PENDING', totalItems: rowCount, createdAt },
        used: charge.used,
      };
    });
  } catch (error) {
    if (error instanceof OverQuota) return { kind: 'over-quota', used: error.used };
    throw error;
  }
}

/** Others have used the quota up since it was looked at. */
class OverQuota extends Error {
  readonly used: number;

  constructor(used: number) {
    super('over quota');
    this.used = used;
  }
}

/** An account's jobs under way. Its row stays locked, so that no other submission of the account changes the number. */
async function countActive(transaction: Database, accountId: string): Promise<number> {
  await queryRows(transaction, 'select id from accounts where id = :accountId for no key update', {
    accountId,
  });
  const { active } = await queryRow<{ active: number }>(
    transaction,
    `select count(*)::int as active from batch_jobs
     where account_id = :accountId and status in ('PENDING', 'PROCESSING')`,
    { accountId },
  );
  return active;
}

/** Returns the id of the charge that is still to be made. */
async function insertJob(transaction: Database, submission: CheckedSubmission): Promise<string> {
  const { chargeId } = await queryRow<{ chargeId: string }>(
    transaction,
    `insert into batch_jobs (
       id, workspace_id, account_id, api_key_id, origin, template_id, template_version_id, template_name,
       project_id, project_name, format, options, filename_pattern, idempotency_key, callback_url, delivery_id,
       charge_id, total_items, created_at, traceparent
     )
     select :jobId, :workspaceId, :accountId,
            -- A key that was deleted a moment ago is none, as it is for older jobs.
            (select id from api_keys where id = cast(:apiKeyId as uuid) for key share),
            :origin, :templateId, :templateVersionId, :templateName,
            p.id, p.name, :format, cast(:options as jsonb), :filenamePattern, :idempotencyKey, :callbackUrl,
            cast(:deliveryId as uuid), gen_random_uuid(), :rowCount, :createdAt, :traceparent
     from projects p where p.id = :projectId
     returning charge_id as "chargeId"`,
    {
      jobId: submission.jobId,
      workspaceId: submission.workspaceId,
      accountId: submission.accountId,
      apiKeyId: submission.apiKeyId,
      origin: submission.origin,
      templateId: submission.templateId,
      templateVersionId: submission.templateVersionId,
      templateName: submission.templateName,
      projectId: submission.projectId,
      format: submission.format,
      options: JSON.stringify(submission.options),
      filenamePattern: submission.filenamePattern,
      idempotencyKey: submission.idempotencyKey,
      callbackUrl: submission.callback?.url ?? null,
      deliveryId: submission.callback?.deliveryId ?? null,
      rowCount: submission.rowCount,
      createdAt: submission.createdAt,
      traceparent: submission.traceparent,
    },
  );
  return chargeId;
}

async function insertRows(transaction: Database, { jobId, rows }: CheckedSubmission): Promise<void> {
  await queryRows(
    transaction,
    `insert into batch_rows (job_id, row_index, variables, filename)
     select :jobId, r.index, r.variables, r.filename
     from jsonb_to_recordset(cast(:rows as jsonb)) as r (index integer, variables jsonb, filename text)`,
    {
      jobId,
      rows: JSON.stringify(rows.map(({ variables, filename }, index) => ({ index, variables, filename }))),
    },
  );
}
