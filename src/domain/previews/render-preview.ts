import { encodeInTurns } from '../../async/encode-in-turns.ts';
import { PDF_LEFT_OUT } from '../../render/attached-pdfs.ts';
import type { PackedResult } from '../../render/job.ts';
import type { ElementSelection } from '../../render/scene/scene.ts';
import { joinReport } from '../../render/written-report.ts';
import { RendererCrashedError } from '../../renderer/errors.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import type { Logger } from '../../telemetry/log.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';
import { keptOutside, renamePointer } from '../problems/rename-pointers.ts';
import { toFieldError, toProblem } from '../problems/to-problem.ts';
import { countLostPreview, countRefusedPreview } from '../quota/request-rates.ts';
import { withImageLimits } from '../renders/image-limits.ts';
import { loadJob, prepareRender, type LoadedJob } from '../renders/render-template.ts';
import type { RenderSource, RenderTarget } from '../renders/output-options.ts';
import { checkSelection } from './check-selection.ts';
import type { PreviewParts } from './parts.ts';

/** What to show, and how. */
export interface PreviewRequest extends RenderTarget {
  readonly values: Readonly<Record<string, unknown>>;
  readonly elements: ElementSelection | undefined;
  /** The id of a page of the document: `options.page` counts the pages that it has become. */
  readonly pageOf?: string | undefined;
  /** A newer preview of the same tab replaces this one. */
  readonly tab: string | undefined;
  /** Only size, warnings and report are wanted. */
  readonly isLayoutOnly?: boolean;
}

/** Who asks for it. */
export interface PreviewCall {
  readonly caller: Pick<StudioCaller, 'accountId' | 'workspaceId'>;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A rendered preview. */
export interface Preview
  extends
    Required<Pick<PackedResult, 'data' | 'width' | 'height' | 'warnings' | 'report'>>,
    Pick<PackedResult, 'pageCounts' | 'pageOrder'> {
  /** How many pages the document has with these values. */
  readonly pageCount: number;
}

/**
 * Renders a preview with the pipeline of paid renders: the same bytes, and a report of the layout. Nothing is
 * charged, and nothing is written.
 *
 * @param findSource finds what is shown; may throw a Problem
 * @throws Problem
 */
export async function renderPreview(
  parts: PreviewParts,
  findSource: () => Promise<RenderSource>,
  request: PreviewRequest,
  { caller, signal, log }: PreviewCall,
): Promise<Preview> {
  const tab = { accountId: caller.accountId, name: request.tab };
  return await parts.tabs.run(tab, signal, async (newest) => {
    const source = await findSource();
    try {
      return await draw(parts, source, request, { caller, signal: newest, log });
    } catch (error) {
      newest.throwIfAborted();
      if (error instanceof RendererCrashedError) await countLost(parts, { caller, signal, log }, error);
      const field = toFieldError(error);
      throw field === null ? toProblem(error) : problems.invalidRequest([inValues(field)]);
    }
  });
}

/** What a preview says besides its file, as JSON in UTF-8. */
export async function writeLayout({ data: _data, report, ...rest }: Preview): Promise<Uint8Array> {
  return await encodeInTurns(`${JSON.stringify(rest).slice(0, -1)},"report":${joinReport(report)}}`);
}

async function draw(
  parts: PreviewParts,
  source: RenderSource,
  request: PreviewRequest,
  { caller, signal }: PreviewCall,
): Promise<Preview> {
  const { accountId } = caller;
  const { elements, values } = request;
  const unknown = elements === undefined ? [] : checkSelection(source.document, elements);
  if (unknown.length > 0) throw problems.invalidRequest(unknown);
  const preparation = await prepareRender(parts, source, values, request, caller.workspaceId);
  if (!preparation.ok) {
    const { problems: found, workMs = 0 } = preparation;
    if (parts.limitsRates) await countRefusedPreview(parts.db, accountId, workMs);
    throw problems.invalidRequest(found.map(inValues));
  }
  const { prepared } = preparation;
  return await withImageLimits(parts, prepared, { ...caller, signal }, async (fetchImage, stop) => {
    const { job, files } = await loadJob(parts, prepared, { fetchImage, signal: stop });
    const previewed = toPreviewJob(job, source, request);
    const {
      data,
      width,
      height,
      warnings: found,
      report,
      ...pages
    } = await parts.pool.preview(previewed, files, {
      accountId,
      signal: stop,
    });
    if (report === undefined) throw new Error('the renderer has sent no report');
    const { pageCount = 1, pageCounts, pageOrder } = pages;
    // A preview shows the template's own pages, in whatever format it is rendered later.
    const warnings = found.filter(({ code }) => code !== PDF_LEFT_OUT);
    const counts = {
      ...(pageCounts === undefined ? {} : { pageCounts }),
      ...(pageOrder === undefined ? {} : { pageOrder }),
    };
    return { data, width, height, warnings, report, pageCount, ...counts };
  });
}

/** Counts a preview that was stopped or has crashed against the rate limit. */
async function countLost(
  { db, limitsRates }: PreviewParts,
  { caller, log }: PreviewCall,
  { renderMs }: RendererCrashedError,
): Promise<void> {
  if (!limitsRates || renderMs === 0) return;
  try {
    await countLostPreview(db, caller.accountId, renderMs);
  } catch (error) {
    log.warn({ err: error }, 'a lost preview could not be counted against the rate limit');
  }
}

function toPreviewJob(
  job: LoadedJob['job'],
  { document }: RenderSource,
  { elements, pageOf, isLayoutOnly = false }: PreviewRequest,
): LoadedJob['job'] {
  const selection = elements === undefined ? 'all' : Object.keys(elements)[0];
  // Paid renders of the template keep their cached pixels, and each way of looking at it has its own.
  const series = `preview of ${selection}: ${document.name}`;
  const part = pageOf === undefined ? {} : { pageOf };
  return { ...job, elements, series, isLayoutOnly, ...part, inspect: { report: true, boxes: false } };
}

/** The API's `variables` are the `values` here, and some of its options stand beside the others. */
function inValues({ pointer, detail }: FieldError): FieldError {
  return { pointer: renamePointer(pointer, { '/variables': '/values', ...keptOutside }), detail };
}
