import { randomUUID } from 'node:crypto';
import type { CallbackUrlCheck } from '../../outbound/check-callback-url.ts';
import { defaultChroma } from '../../render/chroma.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import { localeOf } from '../../common/expressions/locale.ts';
import { withSheetDefaults, type GivenGrid, type SheetGrid } from '../../common/lengths/sheet-layout.ts';
import {
  DispatchError,
  findOriginal,
  storeSubmission,
  type AcceptedJob,
  type BatchOrigin,
  type CheckedSubmission,
  type Fingerprint,
  type OriginalJob,
} from '../../store/batches/submissions.ts';
import type { Database } from '../../store/database.ts';
import type { Actor } from '../../store/callers.ts';
import { isDatabaseAway } from '../../store/outages.ts';
import { readUsage } from '../../store/quota.ts';
import type { Template, TemplateVersion } from '../../store/templates.ts';
import { quotaRefused } from '../../telemetry/events.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';
import { needsPublication } from '../authoring/published.ts';
import { readTemplate, type TemplateCache } from '../templates/discovery.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem, type QuotaState, type RateState } from '../problems/problem.ts';
import type { Plans } from '../../config/plans.ts';
import { quotaState, secondsToReset } from '../quota/state.ts';
import { limitOf, rateRefusal, rateState, submitTier } from '../quota/request-rates.ts';
import { outputSettings, renderDefaults, type RenderTarget } from '../renders/render-template.ts';
import { checkRows } from './check-rows.ts';
import { checkSheetSubmission } from './check-sheet.ts';
import { createValueWriter, type FilenameCharacters } from '../../common/names/filename-characters.ts';
import { checkFilenamePattern, nameFiles } from '../../common/names/filenames.ts';
import { findPictures, lostPicture, noPictures, withPictures, type GivenPictures } from './pictures.ts';
import type { SourceColumn } from '../../common/rows/source-columns.ts';
import { countRefusal } from './submission-rate.ts';

export interface SubmitParts {
  readonly db: Database;
  readonly plans: Plans;
  readonly templates: TemplateCache;
  readonly maxOutputPixels: number;
  /** The maximum number of rows of a batch, on every plan. */
  readonly batchMaxRows: number;
  readonly isCallbackUrlAccepted: CallbackUrlCheck;
  /** Whether submissions count against rate limits. */
  readonly limitsRates: boolean;
}

export interface BatchSubmission extends RenderTarget {
  readonly templateId: string;
  readonly filenamePattern: string | null;
  readonly filenameCharacters: FilenameCharacters;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The line of each row in the file that it comes from. Default: not known. */
  readonly lines?: readonly number[];
  /** The columns of the sheet that gave the values, in its order. Default: not known. */
  readonly columns?: readonly SourceColumn[];
  readonly callbackUrl: string | null;
  /** Whether the archive lists the warnings of its rows. */
  readonly includeWarnings: boolean;
  /** How the rows are laid out on sheets; null: the archive has a file for each row. */
  readonly sheet: GivenGrid | null;
  /** Default: none. */
  readonly pictures?: GivenPictures;
  readonly idempotencyKey: string | null;
  readonly origin: BatchOrigin;
}

export interface SubmitRequest {
  readonly submission: BatchSubmission;
  readonly caller: Actor;
  /** Aborted when the client has gone: a submission that is not stored yet is dropped. */
  readonly signal: AbortSignal;
}

export interface Submitted {
  readonly job: AcceptedJob;
  /** The job was accepted earlier with the same idempotency key; its rows may be others. */
  readonly isReplayed: boolean;
  readonly quota: QuotaState;
  /** The rate limit that a new submission with a key has counted against; else null. */
  readonly rate: RateState | null;
}

/**
 * Accepts a batch, or returns the job that was accepted earlier with the same idempotency key, whatever the
 * limits are now. A refused submission stores nothing but its count against the rate limit.
 *
 * HTTP counts a submission with a key as a read, because it may be a repetition, and has admitted it
 * (`admitSubmission`); a new one is counted here.
 *
 * @throws Problem
 */
export async function submitBatch(parts: SubmitParts, request: SubmitRequest): Promise<Submitted> {
  const { db, limitsRates } = parts;
  const { submission, caller, signal } = request;
  const { idempotencyKey } = submission;
  const fingerprint = fingerprintOf(submission);
  const isCounted = limitsRates && idempotencyKey !== null;
  if (idempotencyKey !== null) {
    const original = await findOriginal(db, caller.workspaceId, idempotencyKey, fingerprint);
    if (original !== null) return await repeat(parts, caller, original);
  }
  const checked = await check(parts, request, fingerprint).catch((error: unknown) => {
    if (!isCounted) throw error;
    return countRefusal(parts, caller, error);
  });
  signal.throwIfAborted();
  return await store(parts, request, checked);
}

/**
 * Checks how many rows a batch has: by itself before pictures are uploaded, and at every submission.
 *
 * @throws Problem if they are more than the service or the caller's plan takes
 */
export function requireRowCount(
  { plans, batchMaxRows }: Pick<SubmitParts, 'plans' | 'batchMaxRows'>,
  { plan }: Pick<Actor, 'plan'>,
  rowCount: number,
): void {
  if (rowCount > batchMaxRows) throw problems.tooManyRows(rowCount, batchMaxRows);
  const { rowsPerBatch } = plans[plan];
  if (rowCount > rowsPerBatch) throw problems.tooManyRowsForPlan(rowCount, rowsPerBatch, plan);
}

/** Checks a submission before anything is written. */
async function check(
  parts: SubmitParts,
  { submission, caller, signal }: SubmitRequest,
  fingerprint: Fingerprint,
): Promise<CheckedSubmission> {
  const { rows, lines, filenamePattern } = submission;
  const plan = parts.plans[caller.plan];
  requireRowCount(parts, caller, rows.length);
  if (lines !== undefined && lines.length !== rows.length) {
    const detail = `Expected a line for each of the ${rows.length} rows but received ${lines.length}.`;
    throw problems.invalidRequest([{ pointer: '/lines', detail }]);
  }
  const { template, version } = await findTemplate(parts, caller, submission);
  checkOutput(parts, version, { ...submission, sheet: fingerprint.sheet });
  const callback = await checkCallback(parts, submission.callbackUrl);
  const now = new Date();
  const { locale } = submission.options;
  const pictures = await findPictures(parts.db, caller, submission.pictures ?? noPictures);
  const values = await checkRows(withPictures(version, pictures), rows, {
    locale,
    now,
    lines,
    signal,
  });

  const { format } = submission;
  const writeValue = await createValueWriter(
    fingerprint.filenameCharacters,
    localeOf(version.document, locale),
  );
  const filenames = nameFiles({
    pattern: filenamePattern,
    format,
    rows: values,
    submittedAt: now,
    writeValue,
  });
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
    includeWarnings: submission.includeWarnings,
    callback,
    pictures,
    createdAt: now,
    traceparent: currentTraceparent(),
    columns: submission.columns ?? null,
    rows: rows.map((variables, index) => ({
      variables,
      filename: filenames[index] ?? '',
      line: lines?.[index] ?? null,
    })),
    quotaLimit: plan.rendersPerMonth,
    maxActive: plan.activeBatchJobs,
  };
}

async function store(
  parts: SubmitParts,
  { caller }: SubmitRequest,
  checked: CheckedSubmission,
): Promise<Submitted> {
  const { createdAt, maxActive, rowCount, quotaLimit } = checked;
  const tier = submitTier(parts.plans[caller.plan]);
  const limit = parts.limitsRates ? limitOf(tier, caller.accountId) : null;
  const outcome = await storeSubmission(parts.db, checked, limit).catch((error: unknown) => {
    if (!(error instanceof DispatchError)) throw error;
    if (isDatabaseAway(error.cause)) throw problems.serviceUnavailable(error.cause);
    throw problems.dispatchFailed(error, quotaState(quotaLimit, error.used, createdAt));
  });
  if (outcome.kind === 'repeated') return await repeat(parts, caller, outcome.original);
  if (outcome.kind === 'rate-limited') throw rateRefusal(tier, outcome.rate);
  const rate = outcome.rate === null ? null : rateState(tier, outcome.rate);
  const quota = quotaState(quotaLimit, outcome.used, createdAt);
  switch (outcome.kind) {
    case 'lost-pictures':
      throw problems.invalidRequest(outcome.names.map((name) => lostPicture(0, name)));
    case 'accepted':
      return { job: outcome.job, isReplayed: false, quota, rate };
    case 'too-many-active':
      throw problems.tooManyActiveBatches(maxActive, quota).with({ ...(rate && { rate }) });
    case 'over-quota':
      quotaRefused.record();
      throw problems
        .batchOverQuota(rowCount, quota, secondsToReset(quota, createdAt))
        .with({ ...(rate && { rate }) });
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
  const quota = quotaState(plans[plan].rendersPerMonth, used, now);
  return { job, isReplayed: true, quota, rate: null };
}

function fingerprintOf(submission: BatchSubmission): Fingerprint {
  const { templateId, rows, format, options, filenamePattern, filenameCharacters, sheet } = submission;
  const { scale = renderDefaults.scale, quality = renderDefaults.quality } = options;
  const { chroma, svgText = 'outlines', outputDpi, backgroundColor, locale } = options;
  const { page = 1 } = options;
  return {
    templateId,
    rowCount: rows.length,
    format,
    options: {
      scale,
      quality,
      // A default is left out, so that jobs of earlier releases, which had no such option, compare equal.
      ...(chroma === undefined || chroma === defaultChroma(quality) ? {} : { chroma }),
      ...(svgText === 'outlines' ? {} : { svgText }),
      ...(outputDpi === undefined ? {} : { outputDpi }),
      ...(backgroundColor === undefined ? {} : { backgroundColor }),
      ...(locale === undefined ? {} : { locale }),
      ...(page === 1 ? {} : { page }),
    },
    filenamePattern,
    filenameCharacters: filenamePattern === null ? 'hyphen' : filenameCharacters,
    sheet: sheet === null ? null : withSheetDefaults(sheet),
  };
}

async function findTemplate(
  { db, templates }: SubmitParts,
  caller: Actor,
  { templateId, origin }: BatchSubmission,
): Promise<{ readonly template: Template; readonly version: TemplateVersion }> {
  const read = readTemplate(db, templates, caller, templateId);
  if (origin !== 'API_KEY') return await needsPublication(db, caller, templateId, read);
  return await read.catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'TEMPLATE_NOT_FOUND')) throw error;
    throw problems.batchTemplateNotFound(templateId);
  });
}

/** Checks the output and the file names, which are the same for all rows. */
function checkOutput(
  { maxOutputPixels }: SubmitParts,
  version: TemplateVersion,
  submission: Omit<BatchSubmission, 'sheet'> & { readonly sheet: SheetGrid | null },
): void {
  const { document } = version;
  const { filenamePattern, format, options } = submission;
  const output = outputSettings(version, { format, options });
  const oversize = checkOutputSize(document, output, maxOutputPixels);
  if (oversize !== null) throw problems.invalidRequest([{ pointer: '/template/options', detail: oversize }]);
  const misfit = checkSheetSubmission(document, submission);
  if (misfit !== null) throw problems.invalidRequest([misfit]);
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
