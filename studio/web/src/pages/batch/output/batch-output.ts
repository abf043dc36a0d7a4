import type { FilenameCharacters } from '../../../../../../src/common/names/filename-characters.ts';
import type { Schema } from '../../../api/client.ts';
import { firstFormat } from '../../../parts/template/first-format.ts';
import type { PdfStandard } from '../../../parts/template/pdf-standards.ts';
import type { SvgText } from '../../../parts/template/svg-text-choice.tsx';
import type { SheetEntry } from './sheet.ts';

/** How the files are made. */
export interface Output {
  readonly format: Schema<'OutputFormat'>;
  readonly scale: number;
  /** For pages in millimeters and so on. Null: the template's own. */
  readonly dpi: 96 | 150 | 300 | null;
  readonly quality: number;
  readonly svgText: SvgText;
  /** Of PDFs; undefined: what they can be. */
  readonly pdfStandard: PdfStandard | undefined;
  /** Whether PDFs for print have the warnings of a printer. */
  readonly preflight: boolean;
  readonly pattern: string;
  readonly filenameCharacters: FilenameCharacters;
  readonly callbackUrl: string;
  readonly includeWarnings: boolean;
  /** Whether the result is one PDF of sheets; for PDFs. */
  readonly isOnSheets: boolean;
  /** Null before sheets were first chosen. */
  readonly sheet: SheetEntry | null;
}

/** What the last step begins with. */
export function firstOutput(template: Pick<Schema<'Template'>, 'page'>): Output {
  return {
    format: firstFormat(template),
    scale: 1,
    dpi: null,
    quality: 85,
    svgText: 'outlines',
    pdfStandard: undefined,
    preflight: false,
    pattern: '',
    filenameCharacters: 'unicode',
    callbackUrl: '',
    includeWarnings: true,
    isOnSheets: false,
    sheet: null,
  };
}
