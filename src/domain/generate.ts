import type { Logger } from 'pino';
import type { ImageFetcher } from '../outbound/fetch-image.ts';
import type { RenderResult } from '../render/scene.ts';
import type { Caller } from '../store/callers.ts';
import { refundCause } from '../store/quota.ts';
import type { Template } from '../store/templates.ts';
import { chargeRender, type Charge, type ChargeParts, type Refund } from './charge.ts';
import { readTemplate } from './discovery.ts';
import { Problem, problems, type QuotaState } from './errors.ts';
import type { PictureMemory } from './picture-memory.ts';
import type { Plans } from './plans.ts';
import type { QuotaRoom } from './quota-room.ts';
import { toProblem } from './render-problems.ts';
import {
  prepareRender,
  renderPrepared,
  type PreparedRender,
  type RenderParts,
  type RenderTarget,
} from './render-template.ts';
import type { TemplateCache } from './template-cache.ts';

/** What a render needs beside its request. */
export interface GenerateParts extends ChargeParts, RenderParts {
  readonly plans: Plans;
  readonly templates: TemplateCache;
  readonly fetchImage: ImageFetcher;
  readonly pictureMemory: PictureMemory;
  readonly quotaRoom: QuotaRoom;
}

export interface GenerateRequest extends RenderTarget {
  readonly templateId: string;
  /** That template, as the caller sees it; undefined where it has not been looked for. */
  readonly template: Template | null | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when the client has gone: a render that has not begun is dropped then, and given back. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A file, and what it was made from. */
export interface Rendered {
  readonly template: Template;
  readonly result: RenderResult;
}

/** What became of a request that was charged for. */
export interface Generated<Delivered> {
  readonly template: Template;
  readonly delivered: Delivered;
  /** How many things the layout warns of. */
  readonly warningCount: number;
  readonly quota: QuotaState;
  readonly renderedAt: Date;
}

/** How a render gets to whoever asked for it. */
export interface Delivery<Delivered> {
  /** Gives a charge back, and whatever it may have paid for. */
  readonly refund: Refund;
  /** Refuses what can be refused before anything is charged. */
  check(): Promise<void>;
  /** Makes the charge final, and delivers. Where it rejects, it has done neither, or the refund undoes it. */
  complete(rendered: Rendered, charge: Charge): Promise<Delivered>;
}

/**
 * One render whose file is the answer.
 *
 * @throws Problem
 */
export async function generateImage(
  parts: GenerateParts,
  request: GenerateRequest,
): Promise<Generated<RenderResult>> {
  return await generate(parts, request, {
    refund: refundCause,
    check: () => Promise.resolve(),
    async complete({ result }, charge) {
      // A process that was held up for long may have been taken for gone. Its charge is no more, so neither is its render.
      if (!(await charge.settle())) throw problems.rendererUnavailable(1, 'the charge had been given back');
      return result;
    },
  });
}

/**
 * One render, from its request to its delivery: everything that can be refused is refused before the quota is touched, and
 * whatever is not delivered is given back.
 *
 * @throws Problem
 */
export async function generate<Delivered>(
  parts: GenerateParts,
  request: GenerateRequest,
  delivery: Delivery<Delivered>,
): Promise<Generated<Delivered>> {
  const { caller, log, signal, templateId, template: found } = request;
  const { template, version } = await readTemplate(parts.db, parts.templates, caller, templateId, found);
  const preparation = await prepareRender(parts, version, request.variables, request);
  if (!preparation.ok) throw problems.invalidRequest(preparation.problems);
  await delivery.check();
  checkRoom(parts);

  signal.throwIfAborted();
  const now = new Date();
  const charging = chargeRender(parts, {
    caller,
    requestId: request.requestId,
    limit: parts.plans[caller.plan].rendersPerMonth,
    now,
    refund: delivery.refund,
    log,
  });
  const begin = (): Rendering => beginRender(parts, preparation.prepared, request);
  // Where the charge is all but certain, the picture is made while the database notes it. Nothing is delivered unless it did.
  const early = parts.quotaRoom.isAmple(caller.workspaceId, now) ? begin() : null;
  const charge = await awaitCharge(parts, charging, caller, early);
  try {
    const result = await (early ?? begin()).result;
    const renderedAt = new Date();
    const delivered = await delivery.complete({ template, result }, charge);
    const warningCount = result.warnings.length;
    return { template, delivered, warningCount, quota: charge.quota, renderedAt };
  } catch (error) {
    const quota = await charge.giveBack();
    throw toProblem(error).withQuota(quota);
  }
}

/** Turns away at once what would be refused after it was charged for: where more comes than can be done, that would be too much. */
function checkRoom({ pool }: GenerateParts): void {
  try {
    pool.checkRoom();
  } catch (error) {
    throw toProblem(error);
  }
}

/** Waits for a charge; where there is none, the render that was begun for it is dropped. */
async function awaitCharge(
  { quotaRoom }: GenerateParts,
  charging: Promise<Charge>,
  { workspaceId }: Caller,
  early: Rendering | null,
): Promise<Charge> {
  try {
    const charge = await charging;
    quotaRoom.note(workspaceId, charge.quota);
    return charge;
  } catch (error) {
    if (error instanceof Problem && error.facts.quota !== undefined) {
      quotaRoom.note(workspaceId, error.facts.quota);
    }
    early?.drop();
    throw error;
  }
}

/** A render that has been begun. */
interface Rendering {
  readonly result: Promise<RenderResult>;
  /** Nobody wants it any more: it is taken out of the line, or its result let go by. */
  readonly drop: () => void;
}

function beginRender(
  parts: GenerateParts,
  prepared: PreparedRender,
  { signal, log }: GenerateRequest,
): Rendering {
  const unwanted = new AbortController();
  const result = render(parts, prepared, [signal, unwanted.signal], log);
  // Whoever waits for the charge first is told of a failure afterwards.
  result.catch(() => undefined);
  return { result, drop: () => unwanted.abort() };
}

async function render(
  parts: GenerateParts,
  prepared: PreparedRender,
  signals: readonly AbortSignal[],
  log: Logger,
): Promise<RenderResult> {
  const share = parts.pictureMemory.open();
  try {
    return await renderPrepared(parts, prepared, {
      lane: 'single',
      fetchImage: (url, stop) => parts.fetchImage(url, stop, share.grow),
      signal: AbortSignal.any([...signals, share.signal]),
      log,
    });
  } finally {
    share.release();
  }
}
