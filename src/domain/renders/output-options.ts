import type { Chroma } from '../../render/chroma.ts';
import {
  readAttachments,
  type Attachment,
  type GivenAttachment,
  type OptionFault,
} from '../../render/attachments/attachment.ts';
import type { FacturxProfile } from '../../render/attachments/facturx.ts';
import type { PdfStandard } from '../../render/attachments/standards.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import { checkFileOptions } from '../../render/file-options.ts';
import type { OutputFormat, OutputSettings, SvgText } from '../../render/job.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import type { FieldError } from '../problems/problem.ts';

/** A request's settings for the file. The template and the defaults supply missing values. */
export interface RenderOptions {
  readonly scale?: number | undefined;
  readonly quality?: number | undefined;
  readonly chroma?: Chroma | undefined;
  readonly svgText?: SvgText | undefined;
  readonly outputDpi?: number | undefined;
  readonly backgroundColor?: string | undefined;
  /** Of formats in expressions. */
  readonly locale?: string | undefined;
  /** Of a picture, from 1. */
  readonly page?: number | undefined;
  /** The id of one of the document's sizes: see `sizedSource`. Default: the base design. */
  readonly size?: string | undefined;
  /** Opens the PDF. It is in no log and in no record. */
  readonly password?: string | undefined;
  /** Warns as a printer does. */
  readonly preflight?: boolean | undefined;
  /** The files that the PDF carries. They are in no record, either. */
  readonly attachments?: readonly GivenAttachment[] | undefined;
  readonly facturx?: FacturxProfile | undefined;
  readonly pdfStandard?: PdfStandard | undefined;
}

/** The requested file. */
export interface RenderTarget {
  readonly format: OutputFormat;
  readonly options: RenderOptions;
  /** The time that expressions see. Default: the present. */
  readonly now?: Date | undefined;
  /** Whether it goes on a sheet of a batch. */
  readonly isOnSheet?: boolean | undefined;
}

/** What is rendered: a version of a template, or a draft. */
export type RenderSource = Pick<TemplateVersion, 'document' | 'files'>;

/** Used if neither the template nor the request sets a value. */
export const renderDefaults = { dpi: 96, scale: 1, quality: 85 };

/**
 * The settings of an output: of the request, else of the template, else the defaults. `readFileOptions` reads
 * the files that it carries.
 */
export function outputSettings(
  { document }: Pick<RenderSource, 'document'>,
  { format, options, isOnSheet }: RenderTarget,
): OutputSettings {
  return {
    format,
    dpi: options.outputDpi ?? document.viewportExportDpi ?? renderDefaults.dpi,
    scale: options.scale ?? renderDefaults.scale,
    quality: options.quality ?? renderDefaults.quality,
    chroma: options.chroma,
    svgText: options.svgText,
    page: options.page,
    password: options.password,
    preflight: options.preflight,
    facturx: options.facturx,
    pdfStandard: options.pdfStandard,
    isOnSheet,
  };
}

/**
 * Checks the options of the file as a whole, and reads the files that it carries.
 *
 * @param values of the variables, which may be such files
 */
export function readFileOptions(
  document: TemplateVersion['document'],
  { format, options }: Pick<RenderTarget, 'format' | 'options'>,
  values: Readonly<Record<string, unknown>> = {},
): { readonly attachments: readonly Attachment[] } | { readonly problem: FieldError } {
  const toProblem = ({ option, detail, variable }: OptionFault) => {
    const pointer = variable === undefined ? `/options/${option}` : `/variables/${escapePointer(variable)}`;
    return { problem: { pointer, detail } };
  };
  const { variables = [] } = document;
  const names = variables.filter(({ type }) => type === 'text').map(({ name }) => name);
  const read = readAttachments(options.attachments ?? [], { names, values });
  if ('fault' in read) return toProblem(read.fault);
  const { password, facturx, pdfStandard, preflight } = options;
  const { attachments } = read;
  const fault = checkFileOptions(document, {
    format,
    password,
    attachments,
    facturx,
    pdfStandard,
    preflight,
  });
  return fault === null ? { attachments } : toProblem(fault);
}

/** The options of a picture of a PDF: without those that only the file has. */
export function withoutFileOptions(options: RenderOptions): RenderOptions {
  const { password: _password, attachments: _attachments, facturx: _facturx, ...others } = options;
  const { pdfStandard: _pdfStandard, preflight: _preflight, ...shown } = others;
  return shown;
}
