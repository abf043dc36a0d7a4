import type { TemplateDocument } from './template.ts';

type Unit = NonNullable<TemplateDocument['viewportUnit']>;

/** CSS pixels (1/96 inch) of one unit. */
const pixelsOf: Readonly<Record<Unit, number>> = { px: 1, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pt: 96 / 72 };

/** CSS pixels of one unit of a document. */
export function pixelsPerUnit({ viewportUnit = 'px' }: Pick<TemplateDocument, 'viewportUnit'>): number {
  return pixelsOf[viewportUnit];
}
