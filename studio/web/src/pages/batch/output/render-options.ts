import type { Schema } from '../../../api/client.ts';
import { hasQuality, isVector } from '../../../parts/template/tried-values.ts';
import type { Output } from '../prepared-batch.ts';

type PageSize = Schema<'PageSize'>;

/** Whether a page is measured in pixels: its files are scaled. Others have a density. */
export function isInPixels(page: PageSize | null): boolean {
  return page === null || page.unit === 'px';
}

/** The options of a render that fit the format and the page. */
export function renderOptions(
  { format, scale, dpi, quality, svgText }: Output,
  page: PageSize | null,
): Schema<'RenderOptions'> {
  const size = isVector(format) ? {} : isInPixels(page) ? { scale } : dpi === null ? {} : { outputDpi: dpi };
  const text = format === 'svg' && svgText !== 'outlines' ? { svgText } : {};
  return { ...size, ...text, ...(hasQuality(format) ? { quality } : {}) };
}
