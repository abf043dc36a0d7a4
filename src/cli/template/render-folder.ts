import type { Config } from '../../config/config.ts';
import { checkTemplateFolder } from '../../domain/templates/import-template.ts';
import { findTemplateFile, type TemplateFolder } from '../../domain/templates/template-folder.ts';
import { checkVariables } from '../../domain/variables/check-values.ts';
import type { Logger } from '../../telemetry/log.ts';
import { createImageFetcher } from '../../outbound/fetch-image.ts';
import { collectAssets } from '../../render/assets.ts';
import { bindTemplate } from '../../render/bind/bind-template.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import { startRendererPool } from '../../renderer/pool.ts';
import type { OutputFormat, OutputSettings, RenderJob, RenderResult } from '../../render/job.ts';
import { CommandError, fileLimits } from '../command-context.ts';
import { describeProblem } from './commands.ts';

export interface FolderRender {
  /** Values of the template's variables; checked like those of a request. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly format: OutputFormat;
  readonly scale: number;
  readonly quality: number;
  /** Undefined: the template's own. */
  readonly dpi: number | undefined;
  readonly background: string | undefined;
  /** Whether the result has the layout as data, and whether boxes are drawn over the image. */
  readonly inspect: NonNullable<RenderJob['inspect']>;
}

/**
 * Renders a template that was read from the disk, with the service's own pipeline, in a new renderer process.
 * It needs neither database nor storage.
 *
 * @throws CommandError if the template, the values or the options are not valid.
 */
export async function renderFolder(
  folder: TemplateFolder,
  { values, format, scale, quality, dpi, background, inspect }: FolderRender,
  { config, log }: { readonly config: Config; readonly log: Logger },
): Promise<RenderResult> {
  const checked = await checkTemplateFolder(folder, fileLimits(config));
  if (!checked.valid) {
    throw new CommandError(`The template is not valid: ${checked.problems.map(describeProblem).join(' ')}`);
  }
  const { document } = checked;
  const variables = checkVariables(document, values);
  if (!variables.ok) throw new CommandError(variables.problems.map(({ detail }) => detail).join(' '));
  const output: OutputSettings = { format, dpi: dpi ?? document.viewportExportDpi ?? 96, scale, quality };
  const oversize = checkOutputSize(document, output, config.maxOutputPixels);
  if (oversize !== null) throw new CommandError(oversize);

  const bound = bindTemplate(document, variables.values, { backgroundColor: background });
  const { assets, files } = await collectAssets(bound, {
    readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
    fetchImage: createImageFetcher({
      allow: config.outboundAllow,
      maxBytes: config.imageMaxBytes,
      timeoutMs: config.imageTimeoutMs,
    }),
    maxImageBytes: config.imageMaxBytes,
  });
  const pool = await startRendererPool({
    processes: 1,
    queueLimit: 1,
    timeoutMs: config.renderTimeoutMs,
    log,
  });
  try {
    return await pool.render(
      { scene: bound.scene, assets, output, imageMaxPixels: config.imageMaxPixels, inspect },
      files,
    );
  } finally {
    await pool.close();
  }
}
