import { OUTPUT_FORMATS } from '../../common/names/output-formats.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FacturxProfile } from '../../render/attachments/facturx.ts';
import type { PdfStandard } from '../../render/attachments/standards.ts';
import type { Chroma } from '../../render/chroma.ts';
import type { OutputFormat, SvgText } from '../../render/job.ts';
import { CommandError } from '../command-context.ts';
import { systemReason } from '../describe-error.ts';
import { describeWarning as describeTemplateWarning } from './describe-problem.ts';
import { describeReport, describeWarning } from './describe-report.ts';
import { readAttached } from './read-attached.ts';
import { readTemplate } from './read-template.ts';
import { readValues } from './read-values.ts';
import type { FolderRenderer } from './render-folder.ts';

/** The options of `template render`. */
export interface RenderOptions {
  readonly vars?: string;
  readonly format?: OutputFormat;
  readonly scale: number;
  readonly quality: number;
  readonly chroma?: Chroma;
  readonly svgText?: SvgText;
  readonly dpi?: number;
  readonly background?: string;
  readonly locale?: string;
  readonly page?: number;
  readonly size?: string;
  readonly passwordFile?: string;
  readonly preflight?: true;
  readonly attach?: readonly string[];
  readonly facturx?: FacturxProfile;
  readonly pdfStandard?: PdfStandard;
  readonly report?: true | string;
  readonly debug?: true;
  readonly watch?: true;
  readonly out: string;
}

/** Renders a template to the file of `--out`, and its layout to that of `--report`. */
export async function renderToFile(
  renderer: FolderRenderer,
  place: string,
  options: RenderOptions,
): Promise<{ readonly summary: object; readonly lines: readonly string[] }> {
  const { vars, out, format = formatOf(out), scale, quality, chroma, dpi, background } = options;
  const { svgText, locale, page, size } = options;
  const folder = await readTemplate(place);
  const rendered = await renderer.render(folder, {
    place,
    values: await readValues(vars, folder),
    format,
    scale,
    quality,
    chroma,
    svgText,
    dpi,
    background,
    locale,
    page,
    size,
    password: options.passwordFile === undefined ? undefined : await readPassword(options.passwordFile),
    preflight: options.preflight,
    attachments: await readAttached(options.attach ?? [], options.facturx),
    facturx: options.facturx,
    pdfStandard: options.pdfStandard,
    inspect: { report: options.report !== undefined, boxes: options.debug === true },
  });
  const { data, width, height, pageCount, warnings, templateWarnings, report } = rendered;
  await write('image', out, data);
  if (typeof options.report === 'string')
    await write('report', options.report, `${JSON.stringify(report, null, 2)}\n`);
  const summary = {
    file: out,
    bytes: data.byteLength,
    width,
    height,
    warnings,
    ...(pageCount !== undefined && { pageCount }),
    ...(templateWarnings.length > 0 && { templateWarnings }),
  };
  const shown = options.report === true && report !== undefined;
  return {
    summary: shown ? { ...summary, report } : summary,
    lines: [
      `${out}: ${Number(width.toFixed(2))} × ${Number(height.toFixed(2))}, ${data.byteLength} bytes` +
        (pageCount === undefined ? '' : `; the template has ${pageCount} pages`),
      ...templateWarnings.map(describeTemplateWarning),
      ...warnings.map(describeWarning),
      ...(shown ? describeReport(report) : []),
    ],
  };
}

/** On the command line, other users of the machine could read it. */
async function readPassword(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`The password cannot be read from ${file}: ${systemReason(error)}.`);
  });
  return text.split(/\r?\n/u)[0] ?? '';
}

async function write(what: string, file: string, content: Uint8Array | string): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw new CommandError(`The ${what} cannot be written to ${file}: ${systemReason(error)}.`);
  });
}

function formatOf(file: string): OutputFormat {
  const extension = path.extname(file).slice(1).toLowerCase();
  if (extension === '') return 'png';
  const name = extension === 'jpg' ? 'jpeg' : extension;
  const named = OUTPUT_FORMATS.find((format) => format === name);
  if (named !== undefined) return named;
  throw new CommandError(
    `"${file}" names no format that can be written (${OUTPUT_FORMATS.join(', ')}); ` +
      'name another file, or give the format with --format.',
  );
}
