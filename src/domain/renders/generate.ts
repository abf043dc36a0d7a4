import type { Logger } from 'pino';
import { retry } from '../../async/retry.ts';
import type { PackedResult } from '../../render/job.ts';
import { RendererCrashedError } from '../../renderer/errors.ts';
import type { Actor } from '../../store/callers.ts';
import type { Template } from '../../store/templates.ts';
import {
  chargeRender,
  type Charge,
  type ChargeParts,
  type ChargeRequest,
  type Refund,
} from '../quota/charge.ts';
import { countLostRender, countRefusedRender } from '../quota/request-rates.ts';
import { readTemplate, type TemplateCache } from '../templates/discovery.ts';
import { renderFailed } from '../../telemetry/events.ts';
import { problems } from '../problems/catalogue.ts';
import { failureReason } from '../problems/failure-reason.ts';
import type { Problem, QuotaState } from '../problems/problem.ts';
import { withImageLimits, type ImageParts } from './image-limits.ts';
import { MemoryFullError } from './memory-budget.ts';
import type { Plans } from '../../config/plans.ts';
import { toProblem } from '../problems/to-problem.ts';
import { prepareRender, renderPrepared, type PreparedRender, type RenderParts } from './render-template.ts';
import type { RenderTarget } from './output-options.ts';

/** The parts that generate() uses. */
export interface GenerateParts extends ChargeParts, RenderParts, ImageParts {
  readonly plans: Plans;
  /** Whether requests are limited per second. */
  readonly limitsRates: boolean;
  readonly templates: TemplateCache;
}

export interface GenerateRequest extends RenderTarget {
  readonly templateId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Actor;
  readonly requestId: string;
  /** Aborts when the client closes the connection. A render that has not started is dropped and refunded. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A rendered file and its template. */
export interface Rendered {
  readonly template: Template;
  readonly result: PackedResult;
  readonly renderedAt: Date;
}

/** A delivered render. */
export interface Generated<Delivered> {
  readonly template: Template;
  readonly delivered: Delivered;
  readonly result: PackedResult;
  readonly quota: QuotaState;
  readonly renderedAt: Date;
}

/** How a render is delivered: as the response, or as a share link. */
export interface Delivery<Delivered> {
  /** Refunds the charge and undoes the delivery. */
  readonly refund: Refund;
  /** Refuses a delivery that is not possible, before the quota is charged. */
  check(): Promise<void>;
  /** Settles the charge and delivers. If it rejects, it has done neither, or `refund` undoes both. */
  complete(rendered: Rendered, charge: Charge): Promise<Delivered>;
}

/**
 * Generates one output. Everything that can be refused is refused before the quota is charged; the charge of
 * a render that is not delivered is refunded.
 *
 * @throws Problem
 */
export async function generate<Delivered>(
  parts: GenerateParts,
  request: GenerateRequest,
  delivery: Delivery<Delivered>,
): Promise<Generated<Delivered>> {
  const { caller, templateId, variables } = request;
  const { template, version } = await readTemplate(parts.db, parts.templates, caller, templateId);
  const preparation = await prepareRender(parts, version, variables, request, caller.workspaceId);
  if (!preparation.ok) {
    await countRefused(parts, caller, preparation.workMs);
    throw problems.invalidRequest(preparation.problems);
  }
  await delivery.check();
  const charged = await renderCharged(
    parts,
    preparation.prepared,
    { ...request, templateId: template.id },
    {
      refund: delivery.refund,
      complete: (result, charge, renderedAt) => delivery.complete({ template, result, renderedAt }, charge),
    },
  );
  return { template, ...charged };
}

/** A render to charge. */
export interface ChargedRender extends FreeRender, Pick<GenerateRequest, 'templateId' | 'requestId'> {
  /** How the quota is reserved. */
  readonly reserve?: ChargeRequest['reserve'];
}

/**
 * Charges, renders and delivers what was prepared. The charge of a render that is not delivered is refunded.
 *
 * @throws Problem
 */
export async function renderCharged<Delivered>(
  parts: GenerateParts,
  prepared: PreparedRender,
  request: ChargedRender,
  delivery: {
    readonly refund: Refund;
    /** As in `Delivery`. */
    complete(result: PackedResult, charge: Charge, renderedAt: Date): Promise<Delivered>;
  },
): Promise<Omit<Generated<Delivered>, 'template'>> {
  const { caller, templateId, requestId, signal, log, reserve } = request;
  checkCapacity(parts, request);

  signal.throwIfAborted();
  const charge = await chargeRender(parts, {
    caller,
    templateId,
    requestId,
    limit: parts.plans[caller.plan].rendersPerMonth,
    now: new Date(),
    refund: delivery.refund,
    log,
    ...(reserve === undefined ? {} : { reserve }),
  });
  try {
    const result = await renderWithin(parts, prepared, request);
    const renderedAt = new Date();
    const delivered = await delivery.complete(result, charge, renderedAt);
    return { delivered, result, quota: charge.quota, renderedAt };
  } catch (error) {
    const quota = await charge.refund();
    throw (await noteFailure(parts, request, error)).with({ quota });
  }
}

/** A render that is not charged. */
export interface FreeRender extends Pick<GenerateRequest, 'signal' | 'log'> {
  readonly caller: Actor;
  /** The queue that it joins. Default: `single`. */
  readonly lane?: 'single' | 'picture';
  /** Until when it may wait for a renderer, as `performance.now()`. Default: as the pool has it. */
  readonly waitUntilMs?: number | undefined;
}

/**
 * Renders what was prepared, without a charge.
 *
 * @throws Problem
 */
export async function renderFree(
  parts: GenerateParts,
  prepared: PreparedRender,
  request: FreeRender,
): Promise<PackedResult> {
  checkCapacity(parts, request);
  try {
    return await renderWithin(parts, prepared, request);
  } catch (error) {
    throw await noteFailure(parts, request, error);
  }
}

/** Counts a failure and returns its problem. */
async function noteFailure(parts: GenerateParts, request: FreeRender, error: unknown): Promise<Problem> {
  const reason = request.signal.aborted ? null : failureReason(error);
  if (reason !== null) renderFailed.record(reason);
  if (error instanceof RendererCrashedError) await countLost(parts, request, error);
  return toProblem(error);
}

/** Counts a refunded render against the rate limit if it was lost with its renderer. */
async function countLost(
  { db, plans, limitsRates }: GenerateParts,
  { caller, log }: FreeRender,
  { renderMs }: RendererCrashedError,
): Promise<void> {
  if (!limitsRates || renderMs === 0) return;
  try {
    await countLostRender(db, plans[caller.plan], caller.accountId, renderMs);
  } catch (error) {
    log.warn({ err: error }, 'a lost render could not be counted against the rate limit');
  }
}

/** Counts a render that was refused after work against the rate limit. */
export async function countRefused(
  { db, plans, limitsRates }: Pick<GenerateParts, 'db' | 'plans' | 'limitsRates'>,
  { plan, accountId }: Pick<Actor, 'plan' | 'accountId'>,
  workMs = 0,
): Promise<void> {
  if (limitsRates) await countRefusedRender(db, plans[plan], accountId, workMs);
}

/** Refuses a request before it is charged if the render queue would refuse it. */
function checkCapacity({ pool }: GenerateParts, { caller, lane }: FreeRender): void {
  try {
    pool.checkRoom(caller.workspaceId, lane);
  } catch (error) {
    throw toProblem(error);
  }
}

async function renderWithin(
  parts: GenerateParts,
  prepared: PreparedRender,
  { caller: { workspaceId }, lane = 'single', waitUntilMs, signal, log }: FreeRender,
): Promise<PackedResult> {
  // The pictures of a workspace that are in progress are few anyway.
  const hasSlot = lane === 'picture';
  const render = () =>
    withImageLimits(parts, prepared, { workspaceId, signal, hasSlot }, (fetchImage, stop) => {
      const call = { lane, workspaceId, waitUntilMs, fetchImage, signal: stop, log };
      return renderPrepared(parts, prepared, call);
    });
  if (waitUntilMs === undefined) return await render();
  return await retry(render, {
    delaysMs: memoryDelaysMs,
    signal,
    shouldRetry: (error) => error instanceof MemoryFullError && performance.now() < waitUntilMs,
  });
}

/** How long a render that may wait waits for memory, at most until its deadline. */
const memoryDelaysMs = [250, 500, ...Array.from({ length: 20 }, () => 1_000)];
