import type { Logger } from 'pino';
import {
  collectAssets,
  neededSources,
  type AssetSuppliers,
  type CollectedAssets,
  type TemplateFile,
} from '../../render/assets.ts';
import type { BoundTemplate } from '../../render/bind/bind-template.ts';
import { addInstalledFonts } from '../../render/fonts/add-installed-fonts.ts';
import { findInstalledFaces } from '../../render/fonts/installed-fonts.ts';
import { freeMemory } from '../../render/free-memory.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import type { RenderLane } from '../../renderer/lanes.ts';
import type { RendererPool } from '../../renderer/pool.ts';
import type { OutputFormat, OutputSettings, PackedJob, PackedResult, RenderTimes } from '../../render/job.ts';
import { isLost, readBlob } from '../../storage/checksums.ts';
import type { Storage } from '../../storage/storage.ts';
import { stageEnded, type Stage } from '../../telemetry/events.ts';
import type { FieldError } from '../problems/problem.ts';
import { toFieldError } from '../problems/to-problem.ts';
import { LostFileError } from '../problems/lost-file.ts';
import { bindValues, findWorkMs } from './bind-values.ts';
import type { Binding, PackedTemplate } from './check-and-bind.ts';
import { sizedSource } from './sized-source.ts';
import { type RenderTarget, type RenderSource, outputSettings, readFileOptions } from './output-options.ts';

/** The parts and limits of every render. */
export interface RenderParts {
  readonly storage: Storage;
  readonly pool: RendererPool;
  readonly maxOutputPixels: number;
  readonly imageMaxBytes: number;
  readonly imageMaxPixels: number;
  /** The folder of fonts that an operator installed; default: none. */
  readonly fontsDir?: string | null;
}

/** A template with bound values. Its files are not loaded yet, and it is not drawn yet. */
export interface PreparedRender {
  readonly version: RenderSource;
  readonly bound: BoundTemplate | PackedTemplate;
  readonly output: OutputSettings;
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedRender }
  | {
      readonly ok: false;
      readonly problems: readonly FieldError[];
      /** The time of a thread that the refusal took; default: none. */
      readonly workMs?: number;
    };

/**
 * Checks values and options against a template and binds the values.
 *
 * @param variables the request's map as it was parsed
 * @param workspaceId whose render it is
 * @throws RendererBusyError as `bindValues`
 */
export async function prepareRender(
  { maxOutputPixels }: Pick<RenderParts, 'maxOutputPixels'>,
  given: RenderSource,
  variables: Readonly<Record<string, unknown>>,
  target: RenderTarget,
  workspaceId: string,
): Promise<Preparation> {
  const startedAt = performance.now();
  const sized = sizedSource(given, target.options.size);
  if ('problem' in sized) return { ok: false, problems: [sized.problem] };
  const { source: version } = sized;
  const { backgroundColor, locale } = target.options;
  const file = readFileOptions(version.document, target, variables);
  if ('problem' in file) return { ok: false, problems: [file.problem] };
  const options = { backgroundColor, locale, now: target.now };
  let binding: Binding;
  try {
    const { document, files } = version;
    binding = await bindValues({ document, files, values: variables, options }, workspaceId);
  } catch (error) {
    const fieldError = toFieldError(error);
    if (fieldError === null) throw error;
    return { ok: false, problems: [fieldError], workMs: findWorkMs(error) };
  }
  if (!binding.ok) return binding;
  const { bound } = binding;
  const output = { ...outputSettings(version, target), attachments: file.attachments };
  const oversize = checkOutputSize(version.document, output, maxOutputPixels);
  if (oversize !== null) return { ok: false, problems: [{ pointer: '/options', detail: oversize }] };
  recordStage('bind', target.format, startedAt, performance.now());
  return { ok: true, prepared: { version, bound, output } };
}

/** How the files of a render are loaded. */
interface LoadCall {
  readonly fetchImage: AssetSuppliers['fetchImage'];
  /** Stops the fetches, and drops the render while it waits. */
  readonly signal: AbortSignal;
}

/** A job with the bytes of its assets by hash. */
export interface LoadedJob {
  readonly job: PackedJob;
  readonly files: CollectedAssets['files'];
}

/** Loads the files of a prepared render. Rejects as `collectAssets` does. */
export async function loadJob(
  { storage, imageMaxBytes, imageMaxPixels, fontsDir = null }: Omit<RenderParts, 'pool'>,
  { version, bound, output }: PreparedRender,
  { fetchImage, signal }: LoadCall,
): Promise<LoadedJob> {
  const readTemplateFile = (path: string, variable: string | null): Promise<TemplateFile | null> => {
    const file = version.files.find((each) => each.path === path);
    if (file === undefined) return Promise.resolve(null);
    const { hash } = file;
    const bytes = () =>
      readBlob(storage, hash).catch((error: unknown) => {
        throw isLost(error) ? new LostFileError({ path, hash, variable }, error) : error;
      });
    return Promise.resolve({ hash, bytes });
  };
  const { assets, files } = await collectAssets(neededSources(bound, output), {
    readTemplateFile,
    fetchImage,
    maxImageBytes: imageMaxBytes,
    signal,
  });
  const job = { scene: bound.scene, assets, output, imageMaxPixels };
  return addInstalledFonts({ job, files }, await findInstalledFaces(fontsDir, version.document));
}

/** The client's settings for one render. */
interface RenderCall extends LoadCall {
  readonly lane: RenderLane;
  readonly workspaceId: string;
  /** Until when it may wait for a renderer, as `performance.now()`. Default: as the pool has it. */
  readonly waitUntilMs?: number | undefined;
  /** How long it may take in a renderer. Default: as the pool has it. */
  readonly timeoutMs?: number | undefined;
  readonly log: Logger;
}

/** Once its files are loaded, a render may wait at least this long for a renderer. */
const minWaitMs = 2_000;

/**
 * Loads the files of a prepared render and renders it, once: what a thread has bound is freed then, which may
 * be 60 MB. Rejects as `collectAssets` and `RendererPool.render` do; then it can be rendered again.
 */
export async function renderPrepared(
  parts: RenderParts,
  prepared: PreparedRender,
  { lane, workspaceId, waitUntilMs, timeoutMs, fetchImage, signal, log }: RenderCall,
): Promise<PackedResult> {
  const { format } = prepared.output;
  const startedAt = performance.now();
  const { job, files } = await loadJob(parts, prepared, { fetchImage, signal });
  const queuedAt = performance.now();
  recordStage('assets', format, startedAt, queuedAt);
  let renderStartedAt = queuedAt;
  const onStart = (): void => {
    renderStartedAt = performance.now();
  };
  const maxWaitMs = waitUntilMs === undefined ? undefined : Math.max(minWaitMs, waitUntilMs - queuedAt);
  const call = { lane, workspaceId, signal, maxWaitMs, timeoutMs, onStart };
  const result = await parts.pool.render(job, files, call);
  if (job.scene instanceof Uint8Array) freeMemory(job.scene);
  recordStage('queue', format, queuedAt, renderStartedAt);
  recordRendererStages(result.times, format);
  // The detail of a warning may quote a value.
  for (const { code, elementId } of result.warnings) log.debug({ code, elementId }, 'render warning');
  return result;
}

function recordStage(stage: Stage, format: OutputFormat, startedAt: number, endedAt: number): void {
  stageEnded.record({ stage, format, startedAt, durationMs: endedAt - startedAt });
}

/** A renderer process has another clock, so its stages are recorded as a sequence that ends now. */
function recordRendererStages({ decode, layout, draw, encode }: RenderTimes, format: OutputFormat): void {
  let startedAt = performance.now() - (decode + layout + draw + encode);
  const record = (stage: Stage, durationMs: number): void => {
    stageEnded.record({ stage, format, startedAt, durationMs });
    startedAt += durationMs;
  };
  record('decode', decode);
  record('layout', layout);
  record('draw', draw);
  record('encode', encode);
}
