import type { Logger } from 'pino';
import { sleep } from '../../async/abortable.ts';
import { RemoteImageError } from '../../render/assets.ts';
import type { PackedResult } from '../../render/job.ts';
import { RendererBusyError, RendererClosedError, RendererCrashedError } from '../../renderer/errors.ts';
import type { NamedPicture } from '../../store/batches/pictures.ts';
import type { RowWarnings } from '../../store/batches/row-outcomes.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import { renderFailed, type RenderFailureReason } from '../../telemetry/events.ts';
import { failureReason } from '../problems/failure-reason.ts';
import { toFieldError } from '../problems/to-problem.ts';
import { LostFileError } from '../problems/lost-file.ts';
import {
  prepareRender,
  renderPrepared,
  type PreparedRender,
  type RenderParts,
} from '../renders/render-template.ts';
import type { RenderTarget } from '../renders/output-options.ts';
import { rowWarnings } from './row-warnings.ts';
import { LostImageError, type BatchImages } from './shared-images.ts';

/** What a row needs in addition to what every render needs. */
export interface RowParts extends RenderParts {
  readonly images: BatchImages;
  /** How long a single render may take that nobody waits for. */
  readonly longRenderTimeoutMs: number;
}

export interface RowRequest {
  readonly job: RenderTarget & {
    readonly id: string;
    readonly workspaceId: string;
    /** Whether it is a single render. */
    readonly isRender: boolean;
    readonly version: TemplateVersion;
    /** Those that the job keeps beside the files of the template. */
    readonly pictures: readonly NamedPicture[];
  };
  /** The row as it was submitted. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Ends every wait; a render that has started is finished. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A row's file, or the reason why it has none, for the person who submitted it. */
export type RowOutcome =
  | {
      readonly ok: true;
      readonly data: Uint8Array;
      readonly pages: number;
      /** Undefined: none. */
      readonly warnings: RowWarnings | undefined;
    }
  | { readonly ok: false; readonly error: string };

/** Attempts at a row whose renderer crashes, or whose files storage has lost. */
const maxAttempts = 3;

/** Wait before storage is asked again for a file of the template. */
const lostFileDelayMs = 500;

/** Errors quote values, which may be of any length. */
const maxErrorCharacters = 1_000;

/**
 * Renders one row. A failure that the row causes is an outcome. A busy renderer is waited for. Everything
 * else is thrown: the signal's reason, UnfetchedImageError, BatchEndedError, RendererClosedError, and errors
 * of the database or of storage.
 */
export async function renderRow(parts: RowParts, request: RowRequest): Promise<RowOutcome> {
  const { job, variables, signal } = request;
  let prepared: PreparedRender | null = null;
  const failures = { crash: 0, 'lost-file': 0, 'lost-image': 0 };
  for (;;) {
    signal.throwIfAborted();
    try {
      if (prepared === null) {
        const preparation = await prepareRender(parts, job.version, variables, job, job.workspaceId);
        if (!preparation.ok)
          return failed('input', preparation.problems.map(({ detail }) => detail).join(' '));
        ({ prepared } = preparation);
      }
      const { data, warnings, pageCount: pages = 1 } = await render(parts, prepared, request);
      const kept = warnings.length === 0 ? undefined : rowWarnings(warnings);
      return { ok: true, data, pages, warnings: kept };
    } catch (error) {
      signal.throwIfAborted();
      const failure = classify(error, job.pictures);
      const fault = failureReason(error) ?? 'service';
      switch (failure.kind) {
        case 'row':
          return failed(fault, failure.reason);
        case 'crash':
          failures.crash += 1;
          if (failures.crash === maxAttempts) return failed(fault, failure.reason);
          break;
        case 'lost-file':
          // Only another import or upload restores the file. Do not wait until the job times out.
          failures['lost-file'] += 1;
          if (failures['lost-file'] === maxAttempts) return failed(fault, failure.reason);
          await sleep(lostFileDelayMs, signal);
          break;
        case 'lost-image':
          failures['lost-image'] += 1;
          if (failures['lost-image'] > maxAttempts) throw error;
          await parts.images.replace(failure.image);
          break;
        case 'busy':
          await sleep(failure.delayMs, signal);
          break;
        case 'other':
          throw error;
      }
    }
  }
}

async function render(
  parts: RowParts,
  prepared: PreparedRender,
  { job, signal, log }: RowRequest,
): Promise<PackedResult> {
  return await renderPrepared(parts, prepared, {
    lane: 'batch',
    workspaceId: job.workspaceId,
    timeoutMs: job.isRender ? parts.longRenderTimeoutMs : undefined,
    fetchImage: (url) => parts.images.find(job.id, url),
    signal,
    log,
  });
}

/** Why a render failed, by what follows from it. */
type Failure =
  /** The row itself is the cause: it fails at once. */
  | { readonly kind: 'row'; readonly reason: string }
  /** The row may be the cause: it fails with this reason after some attempts. */
  | { readonly kind: 'crash' | 'lost-file'; readonly reason: string }
  /** The image has to be fetched again. */
  | { readonly kind: 'lost-image'; readonly image: LostImageError }
  /** The row has to wait for a renderer. */
  | { readonly kind: 'busy'; readonly delayMs: number }
  /** Not the row's fault. */
  | { readonly kind: 'other' };

function classify(error: unknown, pictures: readonly NamedPicture[]): Failure {
  if (error instanceof RemoteImageError) return { kind: 'row', reason: error.message };
  if (error instanceof RendererCrashedError) {
    return { kind: error.reason === 'timeout' ? 'row' : 'crash', reason: describeCrash(error) };
  }
  if (error instanceof LostImageError) return { kind: 'lost-image', image: error };
  if (error instanceof LostFileError) {
    return { kind: 'lost-file', reason: describeLoss(error, pictures) };
  }
  if (error instanceof RendererBusyError && !(error instanceof RendererClosedError)) {
    return { kind: 'busy', delayMs: 1_000 * error.retryAfterSeconds };
  }
  const refusal = toFieldError(error);
  return refusal === null ? { kind: 'other' } : { kind: 'row', reason: refusal.detail };
}

function describeLoss(error: LostFileError, pictures: readonly NamedPicture[]): string {
  const { hash: lost, state, message } = error;
  const picture = pictures.find(({ hash }) => hash === lost);
  if (picture === undefined) return message;
  const name = JSON.stringify(picture.name);
  return `The picture ${name} of the job is ${state} in storage; submit the row again, with the picture.`;
}

function describeCrash({ reason }: RendererCrashedError): string {
  const remedy = 'a smaller output, or smaller and fewer pictures,';
  if (reason === 'timeout') return `The render took too long and was stopped; ${remedy} take less time.`;
  if (reason === 'memory') return `The render took too much memory and was stopped; ${remedy} take less.`;
  const advice = 'check whether one of its values or pictures is unusual';
  return `The renderer failed at this row ${maxAttempts} times; ${advice}.`;
}

function failed(fault: RenderFailureReason, error: string): RowOutcome {
  renderFailed.record(fault);
  const isLong = error.length > maxErrorCharacters;
  return { ok: false, error: isLong ? `${error.slice(0, maxErrorCharacters - 1).toWellFormed()}…` : error };
}
