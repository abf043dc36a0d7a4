import type { Logger } from 'pino';
import type { ImageFetcher } from '../outbound/fetch-image.ts';
import { collectAssets, type TemplateFile } from '../render/assets.ts';
import { bindTemplate, type BoundTemplate } from '../render/bind.ts';
import { checkOutputSize } from '../render/output-size.ts';
import type { RendererPool } from '../render/pool/renderer-pool.ts';
import type { OutputFormat, OutputSettings, RenderResult } from '../render/scene.ts';
import { blobKey, readFileBytes, type Storage } from '../storage/storage.ts';
import type { Caller } from '../store/keys.ts';
import type { Template, TemplateVersion } from '../store/templates.ts';
import { chargeRender, type ChargeParts } from './charge.ts';
import { readTemplate } from './discovery.ts';
import { problems, type QuotaState } from './errors.ts';
import type { PictureMemory } from './picture-memory.ts';
import type { Plans } from './plans.ts';
import { toProblem } from './render-problems.ts';
import type { TemplateCache } from './template-cache.ts';
import { checkVariables } from './variables.ts';

/** What a render needs beside its request. */
export interface GenerateParts extends ChargeParts {
  readonly plans: Plans;
  readonly templates: TemplateCache;
  readonly storage: Storage;
  readonly pool: RendererPool;
  readonly fetchImage: ImageFetcher;
  readonly pictureMemory: PictureMemory;
  readonly maxOutputPixels: number;
  readonly imageMaxBytes: number;
  readonly imageMaxPixels: number;
}

export interface GenerateRequest {
  readonly templateId: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly format: OutputFormat;
  readonly options: {
    readonly scale?: number | undefined;
    readonly quality?: number | undefined;
    readonly outputDpi?: number | undefined;
    readonly backgroundColor?: string | undefined;
  };
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborted when the client has gone: a render that has not begun is dropped then, and given back. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface Generated {
  readonly template: Template;
  readonly result: RenderResult;
  readonly quota: QuotaState;
  readonly renderedAt: Date;
}

/** Where neither the template nor the request says otherwise. */
const defaults = { dpi: 96, scale: 1, quality: 85 };

/**
 * One render, from its request to its file: everything that can be refused is refused before the quota is touched, and
 * whatever does not end in a file is given back.
 *
 * @throws Problem
 */
export async function generateImage(parts: GenerateParts, request: GenerateRequest): Promise<Generated> {
  const { caller, log, signal } = request;
  const { template, version } = await readTemplate(parts.db, parts.templates, caller, request.templateId);
  const output = outputSettings(version, request);
  const bound = bindRequest(version, request);
  const oversize = checkOutputSize(version.document, output, parts.maxOutputPixels);
  if (oversize !== null) throw problems.invalidRequest([{ pointer: '/options', detail: oversize }]);

  signal.throwIfAborted();
  const limit = parts.plans[caller.plan].rendersPerMonth;
  const charge = await chargeRender(parts, {
    caller,
    requestId: request.requestId,
    limit,
    now: new Date(),
    log,
  });
  try {
    const result = await render(parts, bound, version, output, signal);
    // A process that was held up for long may have been taken for gone. Its charge is no more, so neither is its render.
    if (!(await charge.settle())) throw problems.rendererUnavailable(1, 'the charge had been given back');
    // The detail of a warning may quote a value.
    for (const { code, elementId } of result.warnings) log.debug({ code, elementId }, 'render warning');
    return { template, result, quota: charge.quota, renderedAt: new Date() };
  } catch (error) {
    await charge.giveBack();
    throw toProblem(error).withQuota(charge.quotaWithoutIt);
  }
}

function outputSettings({ document }: TemplateVersion, { format, options }: GenerateRequest): OutputSettings {
  return {
    format,
    dpi: options.outputDpi ?? document.viewportExportDpi ?? defaults.dpi,
    scale: options.scale ?? defaults.scale,
    quality: options.quality ?? defaults.quality,
  };
}

function bindRequest({ document }: TemplateVersion, { variables, options }: GenerateRequest): BoundTemplate {
  const checked = checkVariables(document, variables);
  if (!checked.ok) throw problems.invalidRequest(checked.problems);
  try {
    return bindTemplate(document, checked.values, { backgroundColor: options.backgroundColor });
  } catch (error) {
    throw toProblem(error);
  }
}

async function render(
  { storage, pool, fetchImage, pictureMemory, imageMaxBytes, imageMaxPixels }: GenerateParts,
  bound: BoundTemplate,
  version: TemplateVersion,
  output: OutputSettings,
  signal: AbortSignal,
): Promise<RenderResult> {
  const readTemplateFile = (path: string): Promise<TemplateFile | null> => {
    const file = version.files.find((each) => each.path === path);
    if (file === undefined) return Promise.resolve(null);
    const { hash } = file;
    return Promise.resolve({ hash, bytes: () => readFileBytes(storage, blobKey(hash)) });
  };
  const share = pictureMemory.open();
  const ends = AbortSignal.any([signal, share.signal]);
  try {
    const { assets, files } = await collectAssets(bound, {
      readTemplateFile,
      fetchImage: (url, stop) => fetchImage(url, stop, share.grow),
      maxImageBytes: imageMaxBytes,
      signal: ends,
    });
    return await pool.render({ scene: bound.scene, assets, output, imageMaxPixels }, files, { signal: ends });
  } finally {
    share.release();
  }
}
