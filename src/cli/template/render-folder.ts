import type { Config } from '../../config/config.ts';
import { checkTemplateFolder } from '../../domain/templates/import-template.ts';
import { sizedSource } from '../../domain/renders/sized-source.ts';
import type { LocatedProblem } from '../../domain/templates/locate-problems.ts';
import { findTemplateFile, type TemplateFolder } from '../../domain/templates/template-folder.ts';
import { checkVariables } from '../../domain/variables/check-values.ts';
import type { Logger } from '../../telemetry/log.ts';
import { createImageFetcher } from '../../outbound/fetch-image.ts';
import { collectAssets, neededSources } from '../../render/assets.ts';
import { bindTemplate } from '../../render/bind/bind-template.ts';
import { isLocale } from '../../common/expressions/locale.ts';
import type { Attachment } from '../../render/attachments/attachment.ts';
import type { FacturxProfile } from '../../render/attachments/facturx.ts';
import type { PdfStandard } from '../../render/attachments/standards.ts';
import type { Chroma } from '../../render/chroma.ts';
import { addInstalledFonts } from '../../render/fonts/add-installed-fonts.ts';
import { findInstalledFaces } from '../../render/fonts/installed-fonts.ts';
import { checkFileOptions } from '../../render/file-options.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import type { FileChecker } from '../../renderer/check-files.ts';
import { readReport } from '../../render/written-report.ts';
import { startRendererPool, type RendererPool } from '../../renderer/pool.ts';
import type { OutputFormat, OutputSettings, RenderJob, RenderResult, SvgText } from '../../render/job.ts';
import { CommandError, fileLimits } from '../command-context.ts';
import { invalidTemplate } from './describe-problem.ts';
import type { GivenValues } from './read-values.ts';

export interface FolderRender {
  /** Where the template is, for errors. */
  readonly place: string;
  /** Values of the template's variables; checked like those of a request. */
  readonly values: GivenValues;
  readonly format: OutputFormat;
  readonly scale: number;
  readonly quality: number;
  readonly chroma: Chroma | undefined;
  readonly svgText: SvgText | undefined;
  /** Undefined: the template's own. */
  readonly dpi: number | undefined;
  readonly background: string | undefined;
  readonly locale: string | undefined;
  readonly page: number | undefined;
  /** Undefined: the base design. */
  readonly size?: string | undefined;
  readonly password?: string | undefined;
  /** Warnings are those of a printer. */
  readonly preflight?: boolean | undefined;
  /** Only warnings and the report are wanted. */
  readonly isLayoutOnly?: boolean | undefined;
  /** The files that the PDF carries. */
  readonly attachments?: readonly Attachment[] | undefined;
  readonly facturx?: FacturxProfile | undefined;
  readonly pdfStandard?: PdfStandard | undefined;
  /** Whether the result has the layout as data, and whether boxes are drawn over the image. */
  readonly inspect: NonNullable<RenderJob['inspect']>;
}

export interface FolderRenderResult extends RenderResult {
  /** What `template validate` warns about. */
  readonly templateWarnings: readonly LocatedProblem[];
}

/** Renders templates in a renderer process that starts with the first render and stays until `close`. */
export interface FolderRenderer {
  /** @throws CommandError if the template, the values or the options are not valid. */
  render(folder: TemplateFolder, render: FolderRender): Promise<FolderRenderResult>;
  close(): Promise<void>;
}

/**
 * Creates a renderer of templates that were read from the disk, with the service's own pipeline. It needs
 * neither database nor storage.
 *
 * @param checker decodes the templates' files. Default: a process for each render.
 */
export function createFolderRenderer(
  { config, log }: { readonly config: Config; readonly log: Logger },
  checker?: FileChecker,
): FolderRenderer {
  const limits = { ...fileLimits(config), ...(checker !== undefined && { checker }) };
  const fetchImage = createImageFetcher({
    allow: config.outboundAllow,
    maxBytes: config.imageMaxBytes,
    timeoutMs: config.imageTimeoutMs,
  });
  let pool: Promise<RendererPool> | null = null;
  const openPool = () =>
    startRendererPool({ processes: 1, queueLimit: 1, timeoutMs: config.renderTimeoutMs, log });
  return {
    async render(folder, { place, values, dpi, background, locale, inspect, size, ...given }) {
      const checked = await checkTemplateFolder(folder, limits);
      if (!checked.valid) throw invalidTemplate(place, checked.problems);
      const ofSize = sizedSource({ document: checked.document, files: [] }, size);
      if ('problem' in ofSize) throw new CommandError(ofSize.problem.detail);
      const { document } = ofSize.source;
      const fileList = [...folder.files.keys()].map((path) => ({ path }));
      const variables = checkVariables({ document, files: fileList }, values.values);
      if (!variables.ok) {
        const prefix = values.source === null ? '' : `${values.source}: `;
        const problems = variables.problems.map(({ pointer, detail }) => ({ pointer, detail }));
        throw new CommandError(prefix + problems.map(({ detail }) => detail).join(' '), {
          code: 'VALIDATION_ERROR',
          problems,
        });
      }
      const ownDpi = document.viewportExportDpi ?? 96;
      const { format, scale, quality, chroma, svgText, page, isLayoutOnly = false, ...ofFile } = given;
      const fault = checkFileOptions(document, { format, ...ofFile });
      if (fault !== null) throw new CommandError(fault.detail);
      const sized = { format, dpi: dpi ?? ownDpi, scale, quality };
      const output: OutputSettings = { ...sized, chroma, svgText, page, ...ofFile };
      const oversize = checkOutputSize(document, output, config.maxOutputPixels);
      if (oversize !== null) throw new CommandError(oversize);

      if (locale !== undefined && !isLocale(locale))
        throw new CommandError(`--locale must be a BCP 47 language tag such as de-AT, but is "${locale}".`);
      const { defaults } = variables;
      const options = { backgroundColor: background, locale, defaults };
      const bound = bindTemplate(document, variables.values, options);
      const { assets, files } = await collectAssets(neededSources(bound, output), {
        readTemplateFile: (file) => Promise.resolve(findTemplateFile(folder, file)),
        fetchImage,
        maxImageBytes: config.imageMaxBytes,
      });
      pool ??= openPool();
      const { imageMaxPixels } = config;
      const faces = await findInstalledFaces(config.fontsDir, document);
      const own = { scene: bound.scene, assets, output, imageMaxPixels, inspect, isLayoutOnly };
      const { job, files: all } = addInstalledFonts({ job: own, files }, faces);
      const { report, ...result } = await (await pool).render(job, all);
      const read = report === undefined ? {} : { report: readReport(report) };
      return { ...result, ...read, templateWarnings: checked.warnings };
    },
    async close() {
      await (await pool?.catch(() => null))?.close();
    },
  };
}
