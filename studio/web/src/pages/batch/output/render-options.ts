import { isVector } from '../../../../../../src/common/names/output-formats.ts';
import type { Schema } from '../../../api/client.ts';
import { isInPixels } from '../../../parts/template/first-format.ts';
import { hasQuality } from '../../../parts/template/tried-values.ts';
import type { Output } from './batch-output.ts';

type PageSize = Schema<'PageSize'>;

/** The options of a render that fit the format and the page. */
export function renderOptions(
  { format, scale, dpi, quality, svgText, pdfStandard, preflight, isOnSheets }: Output,
  page: PageSize | null,
): Schema<'RenderOptions'> {
  const size = isVector(format) ? {} : isInPixels(page) ? { scale } : dpi === null ? {} : { outputDpi: dpi };
  const text = format === 'svg' && svgText !== 'outlines' ? { svgText } : {};
  const ofFiles = pdfStandard === undefined || isOnSheets ? {} : { pdfStandard };
  const ofPdf = format === 'pdf' ? { ...ofFiles, ...(preflight ? { preflight } : {}) } : {};
  return { ...size, ...text, ...ofPdf, ...(hasQuality(format) ? { quality } : {}) };
}
