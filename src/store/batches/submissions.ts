/**
 * Stores a new batch job in one transaction: idempotency key, limit of active jobs, job with rows and tasks,
 * charge.
 */
import {
  findOriginal,
  lockKey,
  type AcceptedJob,
  type Fingerprint,
  type OriginalJob,
} from './idempotency-keys.ts';
import { isBatch, isRender, renderOrigin, type JobOrigin, type Metadata } from './job-status.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { readUsage, reserveRenders } from '../quota.ts';
import { insertRows, type SubmittedRow } from './insert-rows.ts';
import { keepPictures, type NamedPicture } from './pictures.ts';
import { takeToken, type RateLimit, type RateLimitResult } from '../rate-limits.ts';
import { dispatchRows } from './tasks.ts';

/** A column of a sheet, or the text that joins several, and the variable that it gave its values. */
export interface SourceColumn {
  readonly name: string;
  readonly variable: string;
}

/** The columns of a sheet that fill no variable. */
export interface OtherColumns {
  /** Of the columns whose cells are kept, in the order of the sheet. */
  readonly names: readonly string[];
  /** Of the columns that had too much text to be kept. */
  readonly leftOut: readonly string[];
}

/** What the job of a render has in addition. */
export interface RenderFields {
  /** SHA-256 of what makes two requests the same, in hex; null without a key. */
  readonly requestHash: string | null;
  /** How long it is kept after its end. */
  readonly retentionMs: number;
}

/** A valid submission. */
export interface CheckedSubmission extends Fingerprint {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  /** Null if it came from the app. */
  readonly apiKeyId: string | null;
  readonly origin: JobOrigin;
  /** Null: it is a batch. */
  readonly render: RenderFields | null;
  readonly metadata: Metadata | null;
  readonly templateVersionId: string;
  readonly templateName: string;
  readonly projectId: string;
  readonly idempotencyKey: string | null;
  /** Whether the archive lists the warnings of its rows. */
  readonly includeWarnings: boolean;
  readonly callback: { readonly url: string; readonly deliveryId: string } | null;
  /** Kept with the job. */
  readonly pictures: readonly NamedPicture[];
  readonly createdAt: Date;
  /** Of the request: the rows and the callback continue its trace. */
  readonly traceparent: string | null;
  /** The columns of the sheet that gave the values, in its order; null if they are not known. */
  readonly columns: readonly SourceColumn[] | null;
  /** Null if there are none, or they are not known. */
  readonly otherColumns: OtherColumns | null;
  /** The ids of the sizes that each row is rendered in; null: one file for each row. */
  readonly sizes: readonly string[] | null;
  /** The files, in sequence: each row in each size. */
  readonly rows: readonly SubmittedRow[];
  /** Renders of the workspace in the month of `createdAt`. */
  readonly quotaLimit: number;
  /** Active jobs of an account. */
  readonly maxActive: number;
}

export type SubmitOutcome =
  | { readonly kind: 'repeated'; readonly original: OriginalJob }
  | { readonly kind: 'rate-limited'; readonly rate: RateLimitResult }
  /** `rate` is null where the submission was not counted. */
  | (NewOutcome & { readonly rate: RateLimitResult | null });

/** What became of a new job. */
export type NewOutcome =
  | { readonly kind: 'accepted'; readonly job: AcceptedJob; readonly used: number }
  | { readonly kind: 'too-many-active'; readonly used: number }
  /** The account does not have these pictures any more. */
  | { readonly kind: 'lost-pictures'; readonly names: readonly string[]; readonly used: number }
  | { readonly kind: 'over-quota'; readonly used: number };

/** The queue did not take a job's tasks. The job was rolled back. */
export class DispatchError extends Error {
  override readonly name = 'DispatchError';
  /** Used renders of the month, without this job's. */
  readonly used: number;

  constructor(used: number, cause: unknown) {
    super('the tasks of a job were not taken', { cause });
    this.used = used;
  }
}

/**
 * Stores a submission, or finds the job of an earlier one with the same key. A refused submission only counts
 * against the rate limit.
 *
 * @param limit counts new submissions with a key; null: they are not counted
 * @throws DispatchError
 */
export async function storeSubmission(
  db: Database,
  submission: CheckedSubmission,
  limit: RateLimit | null,
): Promise<SubmitOutcome> {
  const { workspaceId, idempotencyKey } = submission;
  return await db.transaction(async (transaction) => {
    if (idempotencyKey === null) return { ...(await storeNew(transaction, submission)), rate: null };
    await lockKey(transaction, workspaceId, idempotencyKey);
    const original = await findOriginal(transaction, workspaceId, idempotencyKey, submission);
    if (original !== null) return { kind: 'repeated', original };
    const rate = limit === null ? null : await takeToken(transaction, limit);
    if (rate?.allowed === false) return { kind: 'rate-limited', rate };
    return { ...(await storeNew(transaction, submission)), rate };
  });
}

/**
 * Stores a new job within the limits of its account and workspace, in the caller's transaction.
 *
 * @throws DispatchError
 */
export async function storeNew(transaction: Database, submission: CheckedSubmission): Promise<NewOutcome> {
  const { jobId, workspaceId, accountId, quotaLimit, createdAt } = submission;
  const fileCount = submission.rows.length;
  const active = await countActive(transaction, accountId, submission.origin);
  const { used } = await readUsage(transaction, workspaceId, createdAt);
  if (active >= submission.maxActive) return { kind: 'too-many-active', used };
  if (used + fileCount > quotaLimit) return { kind: 'over-quota', used };
  try {
    // A savepoint: a refused charge rolls the job back, but not the taken token.
    return await transaction.transaction(async (nested) => {
      const chargeId = await insertJob(nested, submission);
      await insertRows(nested, submission);
      const lost = await keepPictures(nested, submission, submission.pictures);
      if (lost.length > 0) throw new LostPictures(lost);
      await dispatchRows(nested, jobId, [...submission.rows.keys()]).catch((error: unknown) => {
        throw new DispatchError(used, error);
      });
      // Last, because it locks the row of the month's total, which every render of the workspace needs.
      const charge = await reserveRenders(nested, {
        workspaceId,
        accountId,
        templateId: submission.templateId,
        keyId: submission.apiKeyId,
        cause: `batch ${jobId}`,
        renders: fileCount,
        limit: quotaLimit,
        now: createdAt,
        instanceId: null,
        chargeId,
      });
      if (!charge.granted) throw new OverQuota(charge.used);
      const job = { jobId, status: 'PENDING', totalItems: fileCount, createdAt } as const;
      return { kind: 'accepted', job, used: charge.used };
    });
  } catch (error) {
    if (error instanceof LostPictures) return { kind: 'lost-pictures', names: error.names, used };
    if (error instanceof OverQuota) return { kind: 'over-quota', used: error.used };
    throw error;
  }
}

/** Other requests have used the quota since it was read. */
class OverQuota extends Error {
  readonly used: number;

  constructor(used: number) {
    super('over quota');
    this.used = used;
  }
}

/** Pictures were removed since the submission was checked. */
class LostPictures extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super('lost pictures');
    this.names = names;
  }
}

/**
 * Counts an account's active jobs of the kind, batches or renders, and locks its row so that no other
 * submission changes the count.
 */
async function countActive(transaction: Database, accountId: string, origin: JobOrigin): Promise<number> {
  const lock = 'select id from accounts where id = :accountId for no key update';
  await queryRows(transaction, lock, { accountId });
  const { active } = await queryRow<{ active: number }>(
    transaction,
    `select count(*)::int as active from batch_jobs
     where account_id = :accountId and status in ('PENDING', 'PROCESSING')
       and ${origin === renderOrigin ? isRender : isBatch}`,
    { accountId },
  );
  return active;
}

/** Returns the id for the charge, which does not exist yet. */
async function insertJob(transaction: Database, submission: CheckedSubmission): Promise<string> {
  const { chargeId } = await queryRow<{ chargeId: string }>(
    transaction,
    `insert into batch_jobs (
       id, workspace_id, account_id, api_key_id, origin, template_id, template_version_id, template_name,
       project_id, project_name, format, options, filename_pattern, idempotency_key, callback_url,
       delivery_id, charge_id, total_items, created_at, traceparent, include_warnings, sheet,
       filename_characters, source_columns, other_columns, sizes, metadata, render_key, request_hash,
       retention_ms
     )
     select :jobId, :workspaceId, :accountId,
            -- Null if the key was deleted meanwhile, as for older jobs of the key.
            (select id from api_keys where id = cast(:apiKeyId as uuid) for key share),
            :origin, :templateId, :templateVersionId, :templateName,
            p.id, p.name, :format, cast(:options as jsonb), :filenamePattern, :batchKey, :callbackUrl,
            cast(:deliveryId as uuid), gen_random_uuid(), :fileCount, :createdAt, :traceparent,
            :includeWarnings, cast(:sheet as jsonb), :filenameCharacters, cast(:columns as jsonb),
            cast(:otherColumns as jsonb), cast(:sizes as jsonb), cast(:metadata as json), :renderKey,
            decode(:requestHash, 'hex'), cast(:retentionMs as bigint)
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
      batchKey: submission.render === null ? submission.idempotencyKey : null,
      renderKey: submission.render === null ? null : submission.idempotencyKey,
      requestHash: submission.render?.requestHash ?? null,
      retentionMs: submission.render?.retentionMs ?? null,
      metadata: submission.metadata === null ? null : JSON.stringify(submission.metadata),
      callbackUrl: submission.callback?.url ?? null,
      deliveryId: submission.callback?.deliveryId ?? null,
      fileCount: submission.rows.length,
      createdAt: submission.createdAt,
      traceparent: submission.traceparent,
      includeWarnings: submission.includeWarnings,
      sheet: submission.sheet === null ? null : JSON.stringify(submission.sheet),
      filenameCharacters: submission.filenameCharacters,
      columns: submission.columns === null ? null : JSON.stringify(submission.columns),
      otherColumns: submission.otherColumns === null ? null : JSON.stringify(submission.otherColumns),
      sizes: submission.sizes === null ? null : JSON.stringify(submission.sizes),
    },
  );
  return chargeId;
}
