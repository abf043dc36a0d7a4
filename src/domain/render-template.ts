import type { Logger } from 'pino';
import { collectAssets, type AssetSuppliers, type TemplateFile } from '../render/assets.ts';
import { bindTemplate, type BoundTemplate } from '../render/bind.ts';
import { checkOutputSize } from '../render/output-size.ts';
import type { RenderLane } from '../render/pool/lanes.ts';
import type { PooledResult } from '../render/pool/messages.ts';
import type { RendererPool } from '../render/pool/renderer-pool.ts';
import type { OutputFormat, OutputSettings, RenderTimes } from '../render/scene.ts';
import { blobKey, readFileBytes, type Storage } from '../storage/storage.ts';
import type { TemplateVersion } from '../store/templates.ts';
import { stageEnded, type Stage } from '../telemetry/signals.ts';
import type { FieldError } from './errors.ts';
import { refusalOf } from './render-problems.ts';
import { checkVariablesAside } from './check-variables-aside.ts';

/** What every render needs beside its request. */
export interface RenderParts {
  readonly storage: Storage;
  readonly pool: RendererPool;
  readonly maxOutputPixels: number;
  readonly imageMaxBytes: number;
  readonly imageMaxPixels: number;
}

/** What a caller may say of the file, beside its format; the template and the defaults say the rest. */
export interface RenderOptions {
  readonly scale?: number | undefined;
  readonly quality?: number | undefined;
  readonly outputDpi?: number | undefined;
  readonly backgroundColor?: string | undefined;
}

/** How the file is to be. */
export interface RenderTarget {
  readonly format: OutputFormat;
  readonly options: RenderOptions;
}

/** A template with values in their places: all that is left to do is to get its files, and to draw. */
export interface PreparedRender {
  readonly version: TemplateVersion;
  readonly bound: BoundTemplate;
  readonly output: OutputSettings;
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedRender }
  | { readonly ok: false; readonly problems: readonly FieldError[] };

/** Where neither the template nor the request says otherwise. */
export const renderDefaults = { dpi: 96, scale: 1, quality: 85 };

/**
 * Checks values and options against a template and puts the values in their places.
 *
 * @param variables the request's map as it was parsed
 */
export async function prepareRender(
  { maxOutputPixels }: Pick<RenderParts, 'maxOutputPixels'>,
  version: TemplateVersion,
  variables: Readonly<Record<string, unknown>>,
  target: RenderTarget,
): Promise<Preparation> {
  const startedAt = performance.now();
  const checked = await checkVariablesAside(version.document, variables);
  if (!checked.ok) return checked;
  let bound: BoundTemplate;
  try {
    bound = bindTemplate(version.document, checked.values, {
      backgroundColor: target.options.backgroundColor,
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return { ok: false, problems: [refusal] };
  }
  const output = outputSettings(version, target);
  const oversize = checkOutputSize(version.document, output, maxOutputPixels);
  if (oversize !== null) return { ok: false, problems: [{ pointer: '/options', detail: oversize }] };
  tellStage('bind', target.format, startedAt, performance.now());
  return { ok: true, prepared: { version, bound, output } };
}

/** The whole of an output's settings. */
export function outputSettings(
  { document }: TemplateVersion,
  { format, options }: RenderTarget,
): OutputSettings {
  return {
    format,
    dpi: options.outputDpi ?? document.viewportExportDpi ?? renderDefaults.dpi,
    scale: options.scale ?? renderDefaults.scale,
    quality: options.quality ?? renderDefaults.quality,
  };
}

/** How a render is done for whoever asked for it. */
interface RenderCall {
  readonly lane: RenderLane;
  /** As `RenderCallOptions`. */
  readonly path?: string | undefined;
  readonly fetchImage: AssetSuppliers['fetchImage'];
  /** Stops the fetches, and drops the render while it waits. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Gets a prepared render's files and has it drawn. Rejects with what collectAssets and RendererPool.render reject with.
 */
export async function renderPrepared(
  { storage, pool, imageMaxBytes, imageMaxPixels }: RenderParts,
  { version, bound, output }: PreparedRender,
  { lane, path, fetchImage, signal, log }: RenderCall,
): Promise<PooledResult> {
  const readTemplateFile = (path: string): Promise<TemplateFile | null> => {
    const file = version.files.find((each) => each.path === path);
    if (file === undefined) return Promise.resolve(null);
    const { hash } = file;
    return Promise.resolve({ hash, bytes: () => readFileBytes(storage, blobKey(hash)) });
  };
  const { format } = output;
  const startedAt = performance.now();
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile,
    fetchImage,
    maxImageBytes: imageMaxBytes,
    signal,
  });
  const job = { scene: bound.scene, assets, output, imageMaxPixels };
  const queuedAt = performance.now();
  tellStage('assets', format, startedAt, queuedAt);
  let begunAt = queuedAt;
  const onStart = (): void => {
    begunAt = performance.now();
  };
  const result = await pool.render(job, files, { lane, path, signal, onStart });
  tellStage('queue', format, queuedAt, begunAt);
  tellRendererStages(result.times, format);
  // The detail of a warning may quote a value.
  for (const { code, elementId } of result.warnings) log.debug({ code, elementId }, 'render warning');
  return result;
}

function tellStage(stage: Stage, format: OutputFormat, startedAt: number, endedAt: number): void {
  stageEnded.tell({ stage, format, startedAt, durationMs: endedAt - startedAt });
}

/** A renderer has a clock of its own: its stages are taken to have ended a moment ago, one after the other. */
function tellRendererStages({ decode, layout, draw, encode }: RenderTimes, format: OutputFormat): void {
  let startedAt = performance.now() - (decode + layout + draw + encode);
  const tell = (stage: Stage, durationMs: number): void => {
    stageEnded.tell({ stage, format, startedAt, durationMs });
    startedAt += durationMs;
  };
  tell('decode', decode);
  tell('layout', layout);
  tell('draw', draw);
  tell('encode', encode);
}
