/** Accepts renders that the client does not wait for. */
import { createHash, randomUUID } from 'node:crypto';
import { extensions } from '../../common/names/output-formats.ts';
import type { Plan } from '../../config/plans.ts';
import { freeMemory } from '../../render/free-memory.ts';
import { RendererBusyError } from '../../renderer/errors.ts';
import { renderOrigin, type Metadata } from '../../store/batches/job-status.ts';
import {
  findOriginalRender,
  storeRender,
  type AcceptedRender,
  type OriginalRender,
} from '../../store/batches/renders.ts';
import { DispatchError, type CheckedSubmission } from '../../store/batches/submissions.ts';
import type { Actor } from '../../store/callers.ts';
import { isDatabaseAway } from '../../store/outages.ts';
import { readUsage } from '../../store/quota.ts';
import { quotaRefused } from '../../telemetry/events.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';
import { checkMetadata } from './metadata.ts';
import type { SubmitParts } from './submission.ts';
import { callbackUrlFault } from '../problems/batch-problems.ts';
import { problems } from '../problems/catalogue.ts';
import type { QuotaState } from '../problems/problem.ts';
import { quotaState, secondsToReset } from '../quota/state.ts';
import { requireAnyRoom } from '../quota/stored-data.ts';
import { readTemplate } from '../templates/discovery.ts';
import { countRefused } from '../renders/generate.ts';
import type { RenderTarget } from '../renders/output-options.ts';
import { prepareRender } from '../renders/render-template.ts';

export interface SubmitRenderParts extends SubmitParts {
  /** How long a render is kept after its end. */
  readonly resultRetentionMs: number;
}

export interface SubmitRenderRequest extends Pick<RenderTarget, 'format' | 'options'> {
  readonly templateId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly callbackUrl: string | null;
  readonly metadata: Metadata | undefined;
  /** Null: no two requests are the same. */
  readonly idempotency: {
    readonly key: string;
    /** SHA-256 of the body as it was sent, in hex. */
    readonly bodyHash: string;
  } | null;
  readonly caller: Actor;
  /** Aborted when the client has gone: a render that is not stored yet is dropped. */
  readonly signal: AbortSignal;
}

export interface SubmittedRender {
  readonly render: AcceptedRender;
  /** The render was accepted earlier with the same idempotency key. */
  readonly isReplayed: boolean;
  readonly quota: QuotaState;
}

/**
 * Accepts a render, or returns that of an equal request with the same idempotency key, whatever the limits
 * are now. Everything is checked as for a render that the client waits for.
 *
 * @throws Problem
 */
export async function submitRender(
  parts: SubmitRenderParts,
  request: SubmitRenderRequest,
): Promise<SubmittedRender> {
  const { db } = parts;
  const { caller, idempotency, templateId, signal } = request;
  const requestHash = idempotency === null ? null : hashRequest(templateId, idempotency.bodyHash);
  if (idempotency !== null && requestHash !== null) {
    const { workspaceId } = caller;
    const original = await findOriginalRender(db, { workspaceId, key: idempotency.key, requestHash });
    if (original !== null) return await repeat(parts, caller, original);
  }
  await requireAnyRoom(parts, caller);
  const checked = await checkRender(parts, request, requestHash);
  signal.throwIfAborted();
  return await store(parts, caller, checked);
}

function hashRequest(templateId: string, bodyHash: string): string {
  return createHash('sha256').update(`${templateId} ${bodyHash}`).digest('hex');
}

async function checkRender(
  parts: SubmitRenderParts,
  { templateId, variables, format, options, callbackUrl, metadata, idempotency, caller }: SubmitRenderRequest,
  requestHash: string | null,
): Promise<CheckedSubmission> {
  const { template, version } = await readTemplate(parts.db, parts.templates, caller, templateId);
  if (options.password !== undefined) throw problems.invalidRequest([unkeptPassword]);
  checkMetadata({ metadata });
  if (callbackUrl !== null && !(await parts.isCallbackUrlAccepted(callbackUrl)))
    throw problems.invalidRequest([callbackUrlFault(callbackUrl)]);
  const createdAt = new Date();
  const target = { format, options, now: createdAt };
  const preparation = await prepareRender(parts, version, variables, target, caller.workspaceId).catch(
    (error: unknown) => {
      throw error instanceof RendererBusyError ? problems.renderNotQueued(error) : error;
    },
  );
  if (!preparation.ok) {
    await countRefused(parts, caller, preparation.workMs);
    throw problems.invalidRequest(preparation.problems);
  }
  // A worker binds the values again.
  const { scene } = preparation.prepared.bound;
  if (scene instanceof Uint8Array) freeMemory(scene);
  const plan = parts.plans[caller.plan];
  return {
    jobId: randomUUID(),
    workspaceId: caller.workspaceId,
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    origin: renderOrigin,
    render: { requestHash, retentionMs: parts.resultRetentionMs },
    metadata: metadata ?? null,
    templateId: template.id,
    templateVersionId: template.versionId,
    templateName: template.name,
    projectId: template.projectId,
    format,
    options,
    rowCount: 1,
    sizes: null,
    filenamePattern: null,
    filenameCharacters: 'hyphen',
    sheet: null,
    idempotencyKey: idempotency?.key ?? null,
    includeWarnings: false,
    callback: callbackUrl === null ? null : { url: callbackUrl, deliveryId: randomUUID() },
    pictures: [],
    createdAt,
    traceparent: currentTraceparent(),
    columns: null,
    otherColumns: null,
    rows: [
      {
        variables,
        filename: `render.${extensions[format]}`,
        line: null,
        copies: 1,
        otherCells: null,
        metadata: null,
      },
    ],
    quotaLimit: plan.rendersPerMonth,
    maxActive: maxActiveRenders(plan),
  };
}

const unkeptPassword = {
  pointer: '/options/password',
  detail:
    'A render keeps its options until it is done, and its file longer: it cannot have a password. ' +
    'Generate the file while you wait for it.',
};

/** As many renders of an account may wait as rows of its batches. */
function maxActiveRenders({ rowsPerBatch, activeBatchJobs }: Plan): number {
  return rowsPerBatch * activeBatchJobs;
}

async function store(
  parts: SubmitRenderParts,
  caller: Actor,
  checked: CheckedSubmission,
): Promise<SubmittedRender> {
  const { createdAt, maxActive, quotaLimit } = checked;
  const outcome = await storeRender(parts.db, checked).catch((error: unknown) => {
    if (!(error instanceof DispatchError)) throw error;
    if (isDatabaseAway(error.cause)) throw problems.serviceUnavailable(error.cause);
    throw problems.renderNotQueued(error, quotaState(quotaLimit, error.used, createdAt));
  });
  if (outcome.kind === 'repeated') return await repeat(parts, caller, outcome.original);
  const quota = quotaState(quotaLimit, outcome.used, createdAt);
  switch (outcome.kind) {
    case 'accepted': {
      const { jobId: renderId, status } = outcome.job;
      return { render: { renderId, status, createdAt }, isReplayed: false, quota };
    }
    case 'too-many-active':
      throw problems.tooManyActiveRenders(maxActive, quota);
    case 'over-quota':
      quotaRefused.record();
      throw problems.quotaExceeded(quota, secondsToReset(quota, createdAt));
    case 'lost-pictures':
      throw new Error('a render has no pictures of its own');
  }
}

async function repeat(
  { db, plans }: SubmitRenderParts,
  { workspaceId, plan }: Actor,
  { isSame, ...render }: OriginalRender,
): Promise<SubmittedRender> {
  if (!isSame) throw problems.renderKeyReused();
  const now = new Date();
  const { used } = await readUsage(db, workspaceId, now);
  return { render, isReplayed: true, quota: quotaState(plans[plan].rendersPerMonth, used, now) };
}
