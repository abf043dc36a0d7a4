import { sleep } from '../../async/abortable.ts';
import { FairSlots, SlotsFullError } from '../../async/fair-slots.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import type { RenderWarning } from '../../render/layout-report.ts';
import { RemoteImageError } from '../../render/assets.ts';
import {
  busyRetrySeconds,
  RendererBusyError,
  RendererClosedError,
  RendererCrashedError,
} from '../../renderer/errors.ts';
import { rowWarnings } from '../batches/row-warnings.ts';
import { readPointer } from '../../common/text/json-text.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import { toFieldError, toProblem } from '../problems/to-problem.ts';
import { countLostPreview, countRefusedPreview } from '../quota/request-rates.ts';
import { withImageLimits } from '../renders/image-limits.ts';
import { loadJob, prepareRender, type PreparedRender } from '../renders/render-template.ts';
import {
  outputSettings,
  readFileOptions,
  type RenderSource,
  type RenderTarget,
} from '../renders/output-options.ts';
import { requireSized } from '../renders/sized-source.ts';
import { requireModestRows } from './modest-rows.ts';
import type { PreviewParts } from './parts.ts';
import type { PreviewCall } from './render-preview.ts';

export interface RowsToCheck extends RenderTarget {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Why a row would be refused or fail; else the warnings of its render. */
export interface RowFindings {
  readonly errors: readonly RowError[];
  readonly warnings: readonly RenderWarning[];
}

interface RowError {
  /** Null: not one value is the cause. */
  readonly variable: string | null;
  readonly detail: string;
}

/** Rows of one check in progress: while some wait for their images, another one is laid out. */
const concurrency = 4;

/** Failures of one image server, or lost renderers, after which a check does not try any more. */
const maxFailures = 3;

/** What a check takes at most; rows that are not laid out then are listed as such. */
const maxCheckMs = 60_000;

/** Checks of all accounts of a workspace. */
const checks = new FairSlots({ ofOwner: 2, inAll: Infinity, maxOfOwner: 16, maxWaitMs: 20_000 });

/**
 * Lays rows out as previews and returns what was found in each. A row is what other previews wait for at
 * most. Nothing is charged or kept.
 *
 * @param maxMs rows that are not laid out after this time have an error that says so
 * @throws Problem where the options do not fit the template, the renderers cannot be used, or the workspace
 *   has too many checks in progress
 */
export async function checkBatchRows(
  parts: PreviewParts,
  source: RenderSource,
  rows: RowsToCheck,
  call: PreviewCall,
  maxMs = maxCheckMs,
): Promise<RowFindings[]> {
  const check = (): Promise<RowFindings[]> => layOutRows(parts, source, rows, call, maxMs);
  return await checks.run(call.caller.workspaceId, check).catch((error: unknown) => {
    throw error instanceof SlotsFullError ? problems.rendererUnavailable(busyRetrySeconds, error) : error;
  });
}

async function layOutRows(
  parts: PreviewParts,
  given: RenderSource,
  { rows, ...target }: RowsToCheck,
  call: PreviewCall,
  maxMs: number,
): Promise<RowFindings[]> {
  call.signal.throwIfAborted();
  const source = requireSized(given, target.options.size);
  const oversize = checkOutputSize(source.document, outputSettings(source, target), parts.maxOutputPixels);
  if (oversize !== null) throw problems.invalidRequest([{ pointer: '/options', detail: oversize }]);
  const file = readFileOptions(source.document, target);
  if ('problem' in file) throw problems.invalidRequest([file.problem]);
  await requireModestRows(source, rows, {
    options: { locale: target.options.locale, now: target.now },
    workspaceId: call.caller.workspaceId,
    signal: call.signal,
    countRefused: (refusedMs) => countWork(parts, call, { refusedMs, lostMs: 0 }),
  });
  // The first failure stops the other rows.
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, stop.signal]);
  const check = new BatchCheck(parts, source, target, { ...call, signal }, AbortSignal.timeout(maxMs));
  const findings: RowFindings[] = [];
  const queue = rows.entries();
  const work = async (): Promise<void> => {
    for (const [index, row] of queue) findings[index] = await check.row(row);
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    stop.abort();
    call.signal.throwIfAborted();
    throw toProblem(error);
  } finally {
    await countWork(parts, call, check);
  }
  return findings;
}

/** Counts rows that were refused after work, or that a renderer was lost to, against the rate. */
async function countWork(
  { limitsRates, db }: PreviewParts,
  { caller }: PreviewCall,
  { refusedMs, lostMs }: Pick<BatchCheck, 'refusedMs' | 'lostMs'>,
): Promise<void> {
  if (!limitsRates) return;
  await countRefusedPreview(db, caller.accountId, refusedMs);
  if (lostMs > 0) await countLostPreview(db, caller.accountId, lostMs);
}

/** One check, which remembers what has failed. */
class BatchCheck {
  readonly #parts: PreviewParts;
  readonly #source: RenderSource;
  readonly #target: RenderTarget;
  readonly #call: PreviewCall;
  /** Aborts when the time of the check is over. */
  readonly #end: AbortSignal;
  readonly #signal: AbortSignal;
  /** By image server. */
  readonly #originFailures = new Map<string, number>();
  #lostRenderers = 0;
  /** What a thread has worked on rows that it refused. */
  refusedMs = 0;
  /** What renderers have worked on rows that they were lost to. */
  lostMs = 0;

  constructor(
    parts: PreviewParts,
    source: RenderSource,
    target: RenderTarget,
    call: PreviewCall,
    end: AbortSignal,
  ) {
    this.#parts = parts;
    this.#source = source;
    this.#target = target;
    this.#call = call;
    this.#end = end;
    this.#signal = AbortSignal.any([call.signal, end]);
  }

  async row(row: Readonly<Record<string, unknown>>): Promise<RowFindings> {
    for (;;) {
      this.#call.signal.throwIfAborted();
      if (this.#end.aborted) return refused([{ variable: null, detail: timeIsOver }]);
      try {
        const { workspaceId } = this.#call.caller;
        const preparation = await prepareRender(this.#parts, this.#source, row, this.#target, workspaceId);
        if (!preparation.ok) {
          this.refusedMs += preparation.workMs ?? 0;
          return refused(preparation.problems.map(toRowError));
        }
        const warnings = await this.#layOut(preparation.prepared);
        return { errors: [], warnings: rowWarnings(warnings).listed };
      } catch (error) {
        if (this.#signal.aborted) continue;
        if (error instanceof RendererBusyError && !(error instanceof RendererClosedError)) {
          await sleep(1_000 * error.retryAfterSeconds, this.#signal);
          continue;
        }
        const found = this.#describe(error);
        if (found === null) throw error;
        return refused([found]);
      }
    }
  }

  async #layOut(prepared: PreparedRender): Promise<readonly RenderWarning[]> {
    const { accountId, workspaceId } = this.#call.caller;
    if (this.#lostRenderers >= maxFailures) throw new GivenUpError();
    const limits = { workspaceId, signal: this.#signal };
    return await withImageLimits(this.#parts, prepared, limits, async (fetchImage, signal) => {
      const { job, files } = await loadJob(this.#parts, prepared, {
        fetchImage: (url, stop) => this.#fetch(url, () => fetchImage(url, stop)),
        signal,
      });
      const series = `check of ${this.#source.document.name}`;
      const layout = { ...job, series, isLayoutOnly: true };
      return (await this.#parts.pool.preview(layout, files, { accountId, signal })).warnings;
    });
  }

  /** A server that does not answer would make every row wait for its time limit. */
  async #fetch<Answer extends { readonly ok: boolean; readonly fault?: string }>(
    url: string,
    fetchImage: () => Promise<Answer>,
  ): Promise<Answer | { readonly ok: false; readonly fault: 'origin'; readonly detail: string }> {
    const server = URL.parse(url)?.host ?? '';
    const failures = this.#originFailures.get(server) ?? 0;
    if (failures >= maxFailures) {
      const detail = 'was not asked for: its server has failed for other rows.';
      return { ok: false, fault: 'origin', detail };
    }
    const answer = await fetchImage();
    if (!answer.ok && answer.fault === 'origin')
      this.#originFailures.set(server, (this.#originFailures.get(server) ?? 0) + 1);
    return answer;
  }

  /** What is wrong with a row; null: the row is not the cause. */
  #describe(error: unknown): RowError | null {
    if (error instanceof GivenUpError) return { variable: null, detail: error.message };
    if (error instanceof RemoteImageError) return { variable: error.variable, detail: error.message };
    if (error instanceof RendererCrashedError) {
      this.#lostRenderers += 1;
      this.lostMs += error.renderMs;
      const what = error.reason === 'timeout' ? 'takes too long' : 'fails';
      return { variable: null, detail: `The row ${what} when it is laid out.` };
    }
    const field = toFieldError(error);
    return field === null ? null : toRowError(field);
  }
}

/** Several rows have cost a renderer each. */
class GivenUpError extends Error {
  override readonly name = 'GivenUpError';

  constructor() {
    super('The row was not laid out: other rows of the check take too long, or fail.');
  }
}

const timeIsOver =
  'The row was not laid out: the rows before it took all the time of a check. Check fewer rows at once.';

function refused(errors: readonly RowError[]): RowFindings {
  return { errors, warnings: [] };
}

function toRowError({ pointer, detail }: FieldError): RowError {
  const [place, variable] = readPointer(pointer);
  return { variable: place === 'variables' ? (variable ?? null) : null, detail };
}
