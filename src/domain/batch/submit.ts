import { randomUUID } from 'node:crypto';
import type { CallbackUrlCheck } from '../../outbound/check-callback-url.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import {
  DispatchError,
  findOriginal,
  storeSubmission,
  type AcceptedJob,
  type BatchOrigin,
  type CheckedSubmission,
  type Fingerprint,
  type OriginalJob,
} from '../../store/batch/submit.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import { readUsage } from '../../store/quota.ts';
import type { Template, TemplateVersion } from '../../store/templates.ts';
import { quotaRefused } from '../../telemetry/signals.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';
import { readTemplate } from '../discovery.ts';
import { Problem, problems, type QuotaState } from '../errors.ts';
import type { Plans } from '../plans.ts';
import { quotaState, secondsToReset } from '../quota-state.ts';
import { outputSettings, renderDefaults, type RenderTarget } from '../render-template.ts';
import type { TemplateCache } from '../template-cache.ts';
import { checkRows } from './check-rows.ts';
import { checkFilenamePattern, nameFiles } from './filenames.ts';

export interface SubmitParts {
  readonly db: Database;
  readonly plans: Plans;
  readonly templates: TemplateCache;
  readonly maxOutputPixels: number;
  /** Rows of a batch on any plan. */
  readonly batchMaxRows: number;
  readonly isCallbackUrlAccepted: CallbackUrlCheck;
}

/** What a caller hands in. */
export interface BatchSubmission extends RenderTarget {
  readonly templateId: string;
  readonly filenamePattern: string | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly callbackUrl: string | null;
  readonly idempotencyKey: string | null;
  readonly origin: BatchOrigin;
}

/** How often an account may submit something new. Only asked for submissions with a key, since they may be repetitions. */
export interface SubmissionRate {
  /** The refusal that `take` would throw now; null where it would not. */
  refusal(db: Database): Promise<Problem | null>;
  /** Counts a submission. @throws Problem RATE_LIMIT_EXCEEDED */
  take(db: Database): Promise<void>;
}

export interface SubmitRequest {
  readonly submission: BatchSubmission;
  readonly caller: Pick<Caller, 'accountId' | 'workspaceId' | 'plan'> & { readonly keyId: string | null };
  readonly rate: SubmissionRate;
  /** Aborted when the client has gone: what is not stored by then is dropped. */
  readonly signal: AbortSignal;
}

export interface Submitted {
  readonly job: AcceptedJob;
  readonly quota: QuotaState;
}

/** Jobs that an account may have under way at a time. */
const mostActiveJobs = 2;

/**
 * Takes a batch in, or finds that it has been taken in before under the same key, which is told whatever the limits say by now.
 * What is refused leaves nothing but a submission counted against the rate.
 *
 * @throws Problem
 */
export async function submitBatch(parts: SubmitParts, request: SubmitRequest): Promise<Submitted> {
  const { submission, caller, rate, signal } = request;
  const { idempotencyKey } = submission;
  const fingerprint = fingerprintOf(submission);
  if (idempotencyKey !== null) {
    // In this order: whoever has used up the rate has stored the job, so that a repetition finds it.
    const refusal = await rate.refusal(parts.db);
    const original = await findOriginal(parts.db, caller.workspaceId, idempotencyKey, fingerprint);
    if (original !== null) return await repeat(parts, caller, original);
    if (refusal !== null) throw refusal;
  }
  const checked = await check(parts, request, fingerprint).catch(async (error: unknown) => {
    if (error instanceof Problem && idempotencyKey !== null) await rate.take(parts.db);
    throw error;
  });
  signal.throwIfAborted();
  return await store(parts, request, checked);
}

/** Checks all that can be checked before anything is written. */
async function check(
  parts: SubmitParts,
  { submission, caller, signal }: SubmitRequest,
  fingerprint: Fingerprint,
): Promise<CheckedSubmission> {
  const { rows, filenamePattern } = submission;
  const plan = parts.plans[caller.plan];
  if (rows.length > parts.batchMaxRows) throw problems.tooManyRows(rows.length, parts.batchMaxRows);
  if (rows.length > plan.rowsPerBatch) {
    throw problems.tooManyRowsForPlan(rows.length, plan.rowsPerBatch, caller.plan);
  }
  const { template, version } = await findTemplate(parts, caller, submission.templateId);
  checkOutput(parts, version, submission);
  const callback = await checkCallback(parts, submission.callbackUrl);
  const values = await checkRows(version.document, rows, signal);

  const now = new Date();
  const { format } = submission;
  const filenames = nameFiles({ pattern: filenamePattern, format, rows: values, submittedAt: now });
  return {
    ...fingerprint,
    jobId: randomUUID(),
    workspaceId: caller.workspaceId,
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    origin: submission.origin,
    templateVersionId: template.versionId,
    templateName: template.name,
    projectId: template.projectId,
    idempotencyKey: submission.idempotencyKey,
    callback,
    createdAt: now,
    traceparent: currentTraceparent(),
    rows: rows.map((variables, index) => ({ variables, filename: filenames[index] ?? '' })),
    quotaLimit: plan.rendersPerMonth,
    mostActive: mostActiveJobs,
  };
}

async function store(
  parts: SubmitParts,
  { caller, rate }: SubmitRequest,
  checked: CheckedSubmission,
): Promise<Submitted> {
  const { createdAt, rowCount, quotaLimit } = checked;
  const takeToken = (transaction: Database): Promise<void> => rate.take(transaction);
  const outcome = await storeSubmission(parts.db, checked, takeToken).catch((error: unknown) => {
    if (!(error instanceof DispatchError)) throw error;
    throw problems.dispatchFailed(error, quotaState(quotaLimit, error.used, createdAt));
  });
  if (outcome.kind === 'repeated') return await repeat(parts, caller, outcome.original);
  const quota = quotaState(quotaLimit, outcome.used, createdAt);
  switch (outcome.kind) {
    case 'accepted':
      return { job: outcome.job, quota };
    case 'too-many-active':
      throw problems.tooManyActiveBatches(mostActiveJobs, quota);
    case 'over-quota':
      quotaRefused.tell();
      throw problems.batchOverQuota(rowCount, quota, secondsToReset(quota, createdAt));
  }
}

async function repeat(
  { db, plans }: SubmitParts,
  { workspaceId, plan }: SubmitRequest['caller'],
  { isSame, ...job }: OriginalJob,
): Promise<Submitted> {
  if (!isSame) throw problems.idempotencyKeyReused();
  const now = new Date();
  const { used } = await readUsage(db, workspaceId, now);
  return { job, quota: quotaState(plans[plan].rendersPerMonth, used, now) };
}

function fingerprintOf({ templateId, rows, format, options, filenamePattern }: BatchSubmission): Fingerprint {
  const { scale = renderDefaults.scale, quality = renderDefaults.quality } = options;
  const { outputDpi, backgroundColor } = options;
  return {
    templateId,
    rowCount: rows.length,
    format,
    options: {
      scale,
      quality,
      ...(outputDpi === undefined ? {} : { outputDpi }),
      ...(backgroundColor === undefined ? {} : { backgroundColor }),
    },
    filenamePattern,
  };
}

async function findTemplate(
  { db, templates }: SubmitParts,
  caller: SubmitRequest['caller'],
  templateId: string,
): Promise<{ readonly template: Template; readonly version: TemplateVersion }> {
  return await readTemplate(db, templates, caller, templateId).catch((error: unknown) => {
    const isUnknown = error instanceof Problem && error.code === 'TEMPLATE_NOT_FOUND';
    throw isUnknown ? problems.batchTemplateNotFound(templateId) : error;
  });
}

/** Checks what is the same for all rows. */
function checkOutput(
  { maxOutputPixels }: SubmitParts,
  version: TemplateVersion,
  { filenamePattern, format, options }: BatchSubmission,
): void {
  const { document } = version;
  const output = outputSettings(version, { format, options });
  const oversize = checkOutputSize(document, output, maxOutputPixels);
  if (oversize !== null) throw problems.invalidRequest([{ pointer: '/template/options', detail: oversize }]);
  const unfit = filenamePattern === null ? null : checkFilenamePattern(filenamePattern, document);
  if (unfit === null) return;
  throw problems.invalidRequest([{ pointer: '/template/output/filenamePattern', detail: unfit }]);
}

async function checkCallback(
  { isCallbackUrlAccepted }: SubmitParts,
  url: string | null,
): Promise<CheckedSubmission['callback']> {
  if (url === null) return null;
  if (!(await isCallbackUrlAccepted(url))) throw problems.callbackUrlRefused();
  return { url, deliveryId: randomUUID() };
}
