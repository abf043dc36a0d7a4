import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RemoteImageError } from '../../render/assets.ts';
import { RendererBusyError, RendererClosedError, RendererCrashedError } from '../../render/pool/errors.ts';
import type { WrittenFile } from '../../render/pool/messages.ts';
import { MissingFileError, type IncomingFile } from '../../storage/storage.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import { refusalOf } from '../render-problems.ts';
import {
  prepareRender,
  renderPrepared,
  type PreparedRender,
  type RenderParts,
  type RenderTarget,
} from '../render-template.ts';
import { LostPictureError, type BatchImages } from './images.ts';

/** What the rows of batch jobs need beside what every render does. */
export interface RowParts extends RenderParts {
  readonly images: BatchImages;
}

export interface RowRequest {
  readonly job: RenderTarget & { readonly id: string; readonly version: TemplateVersion };
  /** The row as it was submitted. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Makes room for the file, for each try anew; left out, or where there is none, its bytes are returned. */
  readonly receive?: () => Promise<IncomingFile | null>;
  /** Ends what waits; a render that has begun is finished. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A row's file, or why it has none, in words that whoever submitted it can act on. */
export type RowOutcome =
  ({ readonly ok: true } & RenderedRow) | { readonly ok: false; readonly error: string };

/** A row's file: its bytes, or where they are, and what they have to be. */
interface RenderedRow {
  /** Empty where they have been written. */
  readonly data: Uint8Array;
  readonly written: (WrittenFile & { readonly file: IncomingFile }) | null;
}

/** Tries at a row whose renderer crashes, and at files that storage loses. */
const mostTries = 3;

/** Before storage is asked again for a file of the template. */
const missingPauseMs = 500;

/** What came in may be quoted in an error, however long it was. */
const maxErrorCharacters = 1_000;

/**
 * Renders one row. A failure of the row is an outcome; what is nobody's fault is waited for (a renderer) or thrown: the
 * signal's reason, BatchOverError, RendererClosedError, and whatever the database or storage throw.
 */
export async function renderRow(parts: RowParts, request: RowRequest): Promise<RowOutcome> {
  const { job, variables, signal } = request;
  const preparation = await prepareRender(parts, job.version, variables, job);
  if (!preparation.ok) return failed(preparation.problems.map(({ detail }) => detail).join(' '));
  let crashes = 0;
  let losses = 0;
  let misses = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      return { ok: true, ...(await render(parts, preparation.prepared, request)) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = describeFailure(error);
      if (reason !== null) return failed(reason);
      if (error instanceof RendererCrashedError) {
        crashes += 1;
        if (crashes >= mostTries) return failed(describeCrash(error));
      } else if (error instanceof LostPictureError && losses < mostTries) {
        losses += 1;
        await parts.images.replace(error);
      } else if (error instanceof MissingFileError) {
        // Nothing brings it back but an import of the same template: rows must not wait for that until their job times out.
        misses += 1;
        if (misses >= mostTries) return failed(missingFile);
        await pause(missingPauseMs, undefined, { signal }).catch(() => undefined);
      } else if (error instanceof RendererBusyError && !(error instanceof RendererClosedError)) {
        await pause(1_000 * error.retryAfterSeconds, undefined, { signal }).catch(() => undefined);
      } else throw error;
    }
  }
}

async function render(
  parts: RowParts,
  prepared: PreparedRender,
  { job, receive, signal, log }: RowRequest,
): Promise<RenderedRow> {
  const file = (await receive?.()) ?? null;
  let written: RenderedRow['written'] = null;
  try {
    const result = await renderPrepared(parts, prepared, {
      lane: 'batch',
      path: file?.path,
      fetchImage: (url, stop) => parts.images.fetch(job.id, url, stop),
      signal,
      log,
    });
    if (file !== null && result.written !== undefined) written = { ...result.written, file };
    return { data: result.data, written };
  } finally {
    if (written === null) await file?.drop();
  }
}

const missingFile =
  'A file of the template is missing in storage; importing the template again puts it back.';

/** What the row itself is to blame for; null for everything else. */
function describeFailure(error: unknown): string | null {
  if (error instanceof RemoteImageError) return error.message;
  if (error instanceof RendererCrashedError && error.reason === 'timeout') {
    return 'The render took too long and was stopped; a smaller output, or smaller and fewer pictures, take less time.';
  }
  return refusalOf(error)?.detail ?? null;
}

function describeCrash({ reason }: RendererCrashedError): string {
  return reason === 'memory'
    ? 'The render took too much memory and was stopped; a smaller output, or smaller and fewer pictures, take less.'
    : `The renderer failed at this row ${mostTries} times; see whether one of its values or pictures is unusual.`;
}

function failed(error: string): RowOutcome {
  const isLong = error.length > maxErrorCharacters;
  return { ok: false, error: isLong ? `${error.slice(0, maxErrorCharacters - 1).toWellFormed()}…` : error };
}
