import { toPx } from '../../../../../src/common/lengths/units.ts';
import type { TemplateDocument } from './template.ts';

/** CSS pixels of one unit of a document. */
export function pixelsPerUnit({ viewportUnit = 'px' }: Pick<TemplateDocument, 'viewportUnit'>): number {
  return toPx(1, viewportUnit);
}
